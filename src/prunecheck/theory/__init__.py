"""The theory of uniform trees: how many leaves and nodes searches visit, computed by formulas instead of searches."""
