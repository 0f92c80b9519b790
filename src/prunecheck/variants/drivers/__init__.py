"""Drivers: functions for the root that call a given search, once or repeatedly."""
