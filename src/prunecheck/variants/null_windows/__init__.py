"""Searches with null windows: they test if a value exceeds a bound, and re-search only if that is not enough."""
