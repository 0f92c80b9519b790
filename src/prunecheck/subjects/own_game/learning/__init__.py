"""Learn a search's own game from its calls: the tree, the side to move, and the value in each return value."""
