"""Views: trees that wrap another tree, for example to cut it at a depth, log calls, sort children, or negate values."""
