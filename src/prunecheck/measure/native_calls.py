"""Prepare compiled searches for timing, and check that their counts are the same as in plain Python."""

from functools import partial
from importlib import import_module
from typing import Any, Final

from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import Cost
from prunecheck.measure.plan import NamedSearch
from prunecheck.measure.timing import Call
from prunecheck.trees.compact import compact
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.values import read_number, show
from prunecheck.trees.views.counted import counted
from prunecheck.trees.window import Window
from prunecheck.workloads.workload import AnyTree

NOTE: Final = "times are those of compiled searches (--speed native)"


class SpeedsDifferError(PrunecheckError):
    """The error for a compiled search whose value or visits differ from plain Python: a bug in prunecheck."""


def check_native() -> None:
    """Import the package that compiles searches. Raises: PreconditionError if Numba is not installed."""
    import_module("prunecheck.native")


def compiled_call(search: AnySearch, tree: AnyTree, window: Window[Number]) -> Call:
    """A function that does nothing but run the compiled search from the root.

    Ctrl-C cannot interrupt the compiled search. Raises: PreconditionError if Numba is not installed, or if the search
    or the tree cannot be compiled; TreeError if compiled searches cannot use the tree's values.
    """
    from prunecheck.native import Block, compiled  # noqa: PLC0415  # Numba is optional
    from prunecheck.native.values import kind_of, to_native  # noqa: PLC0415

    searched: Any = compact(tree)[0] if isinstance(tree, ExplicitTree) else tree
    kind = kind_of(searched)
    return partial(compiled(search, kind), Block(searched, kind), searched.root, *to_native(window, kind))


def checked_call(named: NamedSearch, tree: AnyTree, window: Window[Number], cost: Cost) -> Call:
    """A function that runs the compiled search, after a check that value and visits equal those in plain Python.

    Raises: the same errors as `compiled_call`; SpeedsDifferError if the value or the visits differ.
    """
    from prunecheck.native import search  # noqa: PLC0415

    call = compiled_call(named.search, tree, window)
    counting = counted(tree)
    found = search(named.search, counting, window)
    if (found, counting.visits) != (read_number(cost.found), cost.counts.visited):
        raise SpeedsDifferError(
            f"on {cost.workload}, {named.name} returns {show(found)} after {counting.visits:,} visits if compiled, "
            f"but {cost.found} after {cost.counts.visited:,} in plain Python; drop --speed, and report this bug"
        )
    return call
