"""Tree models: random and constructed trees, uniform in shape, whose law is known exactly."""
