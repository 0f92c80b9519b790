"""Tree models: random and constructed uniform trees with known distributions."""
