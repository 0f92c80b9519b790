"""The contracts of a search: on its value, move, line, table and visits, and their order. Imports no variant."""
