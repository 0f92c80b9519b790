"""Searches with a transposition table: they remember bounds on positions, and use them when a position comes again."""
