"""What is searched: the `Tree` protocol, explicit trees, views of trees, games."""
