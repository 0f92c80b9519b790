"""Game trees: the `Tree` protocol, explicit trees, views of trees, games, and tree models."""
