"""Present a tree to a search in the form that the search expects, and read the answers."""
