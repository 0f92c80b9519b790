"""Searches with a transposition table: they store bounds on positions, and use them when one is reached again."""
