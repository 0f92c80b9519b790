"""The correct answers for a tree, without pruning: its value, the leaves of alpha-beta, and the fewest leaves."""
