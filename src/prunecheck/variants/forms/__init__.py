"""The forms: functions from a node and a window to a value; none of them counts anything."""
