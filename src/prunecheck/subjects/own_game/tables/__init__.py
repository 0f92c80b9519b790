"""Judge sequences of searches that share a table; a position's value depends on the remaining depth."""
