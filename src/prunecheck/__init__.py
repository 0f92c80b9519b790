"""Property-based verification and benchmarks for alpha-beta game-tree search.

Importing this package loads neither Hypothesis nor Numba, and no search.
"""

from importlib import import_module

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here; see `prunecheck.cli`
if TYPE_CHECKING:
    from typing import Any

    from prunecheck.api import RefutedError, UndecidedError, Verdict, check, verify_search
    from prunecheck.errors import PreconditionError, PrunecheckError, TreeError, UnknownNameError, WindowError
    from prunecheck.trees.call import CLEAR, Call
    from prunecheck.trees.explicit import ExplicitTree
    from prunecheck.trees.json import loads as from_json
    from prunecheck.trees.nested import from_nested
    from prunecheck.trees.protocol import INF, Number, Tree
    from prunecheck.trees.search import Search
    from prunecheck.trees.window import FULL, Window

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

_PLACES = {  # module -> names that are imported from it on first use
    "api": ("RefutedError", "UndecidedError", "Verdict", "check", "verify_search"),
    "errors": ("PreconditionError", "PrunecheckError", "TreeError", "UnknownNameError", "WindowError"),
    "trees.call": ("CLEAR", "Call"),
    "trees.explicit": ("ExplicitTree",),
    "trees.nested": ("from_nested",),
    "trees.protocol": ("INF", "Number", "Tree"),
    "trees.search": ("Search",),
    "trees.window": ("FULL", "Window"),
}


def __dir__() -> list[str]:
    """All public names of the package, including names that are imported later, on first use."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used. Raises: AttributeError if `name` is not public."""
    if name == "from_json":
        return import_module("prunecheck.trees.json").loads
    for place, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{place}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
