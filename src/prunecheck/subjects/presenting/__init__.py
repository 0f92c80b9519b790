"""Present a tree to a search as the objects or lists that the search expects, and read the search's results."""
