"""Verify a search exhaustively: on every tree shape up to a size, with every order of leaf values and window ends."""
