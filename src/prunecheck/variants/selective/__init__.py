"""Selective searches: they leave out moves or plies that look unimportant, so their values may be wrong."""
