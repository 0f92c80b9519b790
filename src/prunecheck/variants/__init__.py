"""The variants of alpha-beta: forms, as published (one in each file in `forms`), and drivers, which call them."""
