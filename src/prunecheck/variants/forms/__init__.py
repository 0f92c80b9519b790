"""The forms: functions that return a value for a node and a window. They contain no code for counting."""
