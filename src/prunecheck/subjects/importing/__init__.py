"""Import the module of a search: whole, or without the statements that play its game."""
