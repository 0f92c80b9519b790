"""Learn a search's own game from its calls: the game tree, the side to move, and the value in what calls return."""
