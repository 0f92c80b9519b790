"""Exhaustive verification: every tree shape up to a size, with every order of leaf values and window ends."""
