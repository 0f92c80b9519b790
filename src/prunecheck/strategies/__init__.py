"""Hypothesis strategies for trees and windows that expose bugs in searches and shrink to readable examples."""

from prunecheck.strategies.ranges import Range
from prunecheck.strategies.trees import trees
from prunecheck.strategies.windows import windows

__all__ = ["Range", "trees", "windows"]
