"""Draw trees, find one that fails, and shrink it."""
