"""Formulas for uniform trees: how many leaves and nodes searches visit, computed without a search."""
