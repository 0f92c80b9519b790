"""Verification: check a search on one tree, hunt for a tree that refutes the search, and report the result."""
