"""Detect, by trial calls, how a search is called, and which values, depths and tree sizes it accepts."""
