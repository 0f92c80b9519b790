"""Tree models: uniform trees with random values of known distributions, or with constructed values."""
