"""Judge sequences of searches that share a table, on the search's own game, in which values may depend on the depth."""
