"""Run a user's program with hooks on its recursive functions.

A hook can record each call, or return a value instead.
"""
