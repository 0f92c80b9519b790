"""The variants of alpha-beta: forms, one in each file of `forms`, as their source states them, and drivers."""
