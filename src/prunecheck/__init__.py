"""Property-based verification and benchmarks for alpha-beta game-tree search.

Importing this package loads neither Hypothesis nor Numba, and no search.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from prunecheck.errors import PreconditionError, PrunecheckError, TreeError, UnknownNameError, WindowError
from prunecheck.trees.call import CLEAR, Call
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.window import FULL, Window

if TYPE_CHECKING:
    from prunecheck.api import RefutedError, UndecidedError, Verdict, check, verify_search
    from prunecheck.trees.json import loads as from_json

__version__ = "0.1.0"

__all__ = [
    "CLEAR",
    "FULL",
    "INF",
    "Call",
    "ExplicitTree",
    "Number",
    "PreconditionError",
    "PrunecheckError",
    "RefutedError",
    "Search",
    "Tree",
    "TreeError",
    "UndecidedError",
    "UnknownNameError",
    "Verdict",
    "Window",
    "WindowError",
    "check",
    "from_json",
    "from_nested",
    "verify_search",
]

# imported on first use
_JUDGING = frozenset({"RefutedError", "UndecidedError", "Verdict", "check", "verify_search"})


def __dir__() -> list[str]:
    """All names, including those that are imported on first use."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import `from_json` or a name of `prunecheck.api` on first use. Raises: AttributeError for any other name."""
    if name == "from_json":
        return import_module("prunecheck.trees.json").loads
    if name in _JUDGING:
        return getattr(import_module("prunecheck.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
