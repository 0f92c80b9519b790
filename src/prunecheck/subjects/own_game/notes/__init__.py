"""Make notes on probable bugs, which may be right in some games, and on what was not checked."""
