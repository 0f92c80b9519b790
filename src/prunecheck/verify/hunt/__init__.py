"""Draw random trees, find a tree on which a search fails, and make this tree as small as possible."""
