"""Drivers: root functions that call a search, which is passed in, once or repeatedly."""
