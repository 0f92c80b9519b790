"""Judge sequences of searches that share a table, on the search's own game, in which values can depend on the depth."""
