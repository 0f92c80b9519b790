"""Correct results, computed without pruning: the value of a tree, alpha-beta's leaves, the fewest possible leaves."""
