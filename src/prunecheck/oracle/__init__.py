"""The correct results for a tree, computed without pruning: the value, alpha-beta's leaves, and the fewest leaves."""
