"""Check a search on many trees, find a tree on which the search fails, and report the result."""
