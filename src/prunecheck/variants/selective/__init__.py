"""Selective searches: they skip moves or plies that look unimportant, so the returned values can be wrong."""
