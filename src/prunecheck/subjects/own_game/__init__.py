"""Judge a search that only works on its own game: record its recursive calls, starting from one call."""
