"""Analyse a search's source code: the roles of parameters, names for moves and values, players, depth limits."""
