"""Import the module of a search: as a whole, or without the statements that play its game."""
