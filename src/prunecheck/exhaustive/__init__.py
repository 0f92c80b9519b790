"""Check a search on all trees up to a size, with all orders of the leaf values and window ends."""
