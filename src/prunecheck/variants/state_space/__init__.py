"""State-space searches: they keep a list of open states, and go on with the best one wherever it is in the tree."""
