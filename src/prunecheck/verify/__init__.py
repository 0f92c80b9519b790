"""Verification: check one search on one tree, hunt for a tree that refutes it, and say what was found."""
