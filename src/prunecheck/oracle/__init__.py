"""What is true of a tree, nothing pruned: its value, the leaves alpha-beta reads, the fewest that any search can."""
