"""Searches built on null windows: they ask whether a value passes a bound, and only re-search if that is not enough."""
