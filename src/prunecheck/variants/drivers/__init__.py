"""Drivers: root functions that call a form once or repeatedly; any form can be passed in."""
