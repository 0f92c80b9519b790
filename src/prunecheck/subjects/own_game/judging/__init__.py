"""Run a search on trees of its own game with other leaf values, and describe the positions."""
