"""Load a search from what the user named: a module, a file, an object, a class."""
