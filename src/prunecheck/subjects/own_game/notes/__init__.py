"""Make notes on what is probably wrong, although it is right in some games, and on what was not checked."""
