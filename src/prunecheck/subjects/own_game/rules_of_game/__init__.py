"""Compare a search on its own game with the rules of that game, if the user gives them."""
