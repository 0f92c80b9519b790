"""Drivers: root functions that call a search once or repeatedly; any search of that kind can be passed in."""
