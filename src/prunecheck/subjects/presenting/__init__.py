"""Give a search a tree in the form that it expects, and read its answers."""
