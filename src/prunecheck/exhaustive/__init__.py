"""Check a search on all trees up to a size, with every relative order of the leaf values and the window ends."""
