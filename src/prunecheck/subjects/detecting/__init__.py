"""Detect how a search is called, and which values, depths and sizes of trees it takes, by trial calls."""
