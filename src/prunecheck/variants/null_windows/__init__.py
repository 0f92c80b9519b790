"""Searches with null windows: test if a value exceeds a bound, and re-search only if the answer is not enough."""
