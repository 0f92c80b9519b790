"""Explain a failure: record the counterexample, trace the search, find the likely cause and the first wrong node."""
