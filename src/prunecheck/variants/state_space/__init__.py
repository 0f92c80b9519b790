"""State-space searches: they have a list of open states, and always continue the best one, anywhere in the tree."""
