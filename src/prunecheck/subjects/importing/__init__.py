"""Import the module of a search, either as a whole or without the statements that play its game."""
