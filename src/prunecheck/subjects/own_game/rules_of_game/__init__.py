"""Compare a search that plays its own game with the user's rules of that game."""
