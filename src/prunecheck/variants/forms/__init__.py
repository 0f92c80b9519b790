"""The forms: functions that return a value for a node and a window. The forms contain no code for counting."""
