"""The correct results for a tree, without pruning: the value, alpha-beta's leaves, and the fewest leaves."""
