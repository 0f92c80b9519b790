"""Searches with a transposition table: store bounds on a position, to use them when the position occurs again."""
