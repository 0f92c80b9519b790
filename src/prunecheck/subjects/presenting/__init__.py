"""Present a tree to a search in the form it expects, and read its answers."""
