"""Analyse a search's source: the roles of parameters, its names for moves and values, the players, depth limits."""
