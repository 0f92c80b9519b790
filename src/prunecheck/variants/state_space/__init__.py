"""State-space searches: they store a list of open states, and always expand the best state in the list."""
