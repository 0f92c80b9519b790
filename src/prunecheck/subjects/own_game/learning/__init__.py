"""Learn the game of a search from its own calls: the tree of calls, who moves, where the value is."""
