"""Run a search on trees of its own game, with new leaf values, and describe the positions."""
