"""Verify a search exhaustively: on all tree shapes up to a size, with all orders of the leaf values and window ends."""
