"""Judge a search that only works on its own game, from a recording of its recursive calls."""
