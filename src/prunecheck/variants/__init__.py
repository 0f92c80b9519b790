"""The variants of alpha-beta: forms (one in each file of `forms`, as published) and drivers."""
