"""Notes on a search on its own game: what is probably a bug, but right in some games, and what was not checked."""
