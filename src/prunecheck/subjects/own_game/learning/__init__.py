"""Learn a search's own game from its calls: the game tree, the side to move, and where answers hold the value."""
