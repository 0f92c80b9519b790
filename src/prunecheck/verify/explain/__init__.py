"""Explain a failure: make its witness, trace the search, diagnose the cause, and find the first wrong node."""
