"""Show trees to a search that only works on its own game, and judge its values and moves."""
