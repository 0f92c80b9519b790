"""Game trees: the `Tree` protocol, trees in memory, views (wrappers of a tree), games, and random tree models."""
