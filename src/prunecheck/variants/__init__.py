"""The variants of alpha-beta: forms (one in each file of `forms`, as its source states it) and drivers."""
