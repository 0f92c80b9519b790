"""Judge a search on its own game: run it with other leaf values, and check the values and moves that it returns."""
