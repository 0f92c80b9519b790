"""Searches built on null windows: they ask whether a value passes a bound; a re-search then finds the exact value, if needed."""
