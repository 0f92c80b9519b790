"""Verification: check a search on trees, find a tree on which it fails, and report the result."""
