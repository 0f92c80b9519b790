"""Make notes on what is probably a bug, although it is right in some games, and on what was not checked."""
