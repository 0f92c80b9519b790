"""Learn a search's own game from its calls: the tree, who moves, and where return values contain the game value."""
