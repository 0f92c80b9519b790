"""Write notes on what is probably a bug in a search, but is right in some games, and on what was not checked."""
