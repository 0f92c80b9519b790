"""Watch the first calls of a search to find its window and position arguments, and record the calls as a tree."""
