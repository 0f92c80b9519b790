"""The correct answers for a tree, without pruning: its value, alpha-beta's leaves, and the fewest leaves possible."""
