"""Watch the first calls of a search, find their windows and positions, and record the calls as a tree."""
