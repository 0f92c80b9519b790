"""Property-based verification and benchmarks for alpha-beta game-tree search.

Importing this package loads neither Hypothesis nor Numba, and no search.
"""

from prunecheck.errors import PreconditionError, PrunecheckError, TreeError, UnknownNameError, WindowError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.window import FULL, Window

__version__ = "0.1.0"

__all__ = [
    "FULL",
    "INF",
    "ExplicitTree",
    "Number",
    "PreconditionError",
    "PrunecheckError",
    "Search",
    "Tree",
    "TreeError",
    "UnknownNameError",
    "Window",
    "WindowError",
    "from_nested",
]
