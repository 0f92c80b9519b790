"""The theory of uniform trees: how many leaves and nodes searches visit, computed without searches or trees."""
