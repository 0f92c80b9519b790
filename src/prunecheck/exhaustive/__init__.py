"""Verify a search exhaustively: on all shapes of trees up to a size, with all orders of leaf values and window ends."""
