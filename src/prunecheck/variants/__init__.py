"""Variants of alpha-beta: forms (search functions, as published, one in each file), and drivers, which call a form."""
