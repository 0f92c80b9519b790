"""Searches built on null windows: they ask whether a value passes a bound, and search again only if they must."""
