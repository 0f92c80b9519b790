"""Drivers: functions that call a given search once or repeatedly, to find the value or the best move of the root."""
