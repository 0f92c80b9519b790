"""Learn a search's own game from its calls: the tree, who moves, and which part of each return value is the value."""
