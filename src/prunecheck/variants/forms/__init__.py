"""The forms: a node and a window in, a value out; nothing is counted here."""
