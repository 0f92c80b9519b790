"""Sequences of searches on one instance: draw, judge, shrink."""
