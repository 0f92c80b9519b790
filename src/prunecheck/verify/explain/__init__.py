"""Explain a failure: build the witness, trace the search, diagnose the cause, and find the first wrong node."""
