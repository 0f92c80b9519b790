"""Searches with a transposition table: they store bounds on a position, and use them when they reach it again."""
