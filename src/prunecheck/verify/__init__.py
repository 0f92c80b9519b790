"""Verification: check a search on trees, look for a tree on which it fails, and report the result."""
