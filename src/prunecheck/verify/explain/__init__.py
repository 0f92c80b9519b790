"""Explain a failure: make its witness, trace the search, diagnose the cause, and divide the tree."""
