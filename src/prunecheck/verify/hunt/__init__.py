"""Draw trees, find one on which a search fails, and shrink it."""
