"""Present a tree to a search in the form that it expects, and read the results."""
