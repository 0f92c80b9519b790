"""Hypothesis strategies that draw what breaks searches, and shrink to trees a person can read."""

from prunecheck.strategies.ranges import Range
from prunecheck.strategies.trees import trees
from prunecheck.strategies.windows import windows

__all__ = ["Range", "trees", "windows"]
