"""Judge sequences of searches that share a table, on the search's own game. Values may depend on the depth."""
