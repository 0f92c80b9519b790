"""Compare a search on its own game with rules of that game that the user gives."""
