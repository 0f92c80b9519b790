"""How a tree is shown to a search, and how its answers are read."""
