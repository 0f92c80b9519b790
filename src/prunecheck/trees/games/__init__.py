"""Games that implement the `Tree` protocol."""
