"""Judge sequences of searches that share a transposition table, on the game for which the search was written."""
