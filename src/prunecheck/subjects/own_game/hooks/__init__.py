"""Run a user's program with hooks on its recursive functions.

A hook can record a call of its function, or return a value without running the function.
"""
