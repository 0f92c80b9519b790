"""Judge a search that only works on its own game: run it with other leaf values, and check its values and moves."""
