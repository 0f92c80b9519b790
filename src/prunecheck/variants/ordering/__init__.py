"""Searches that learn a move order during the search. The move order never changes a value."""
