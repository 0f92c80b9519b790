"""Prepare compiled searches for timing, and check their counts against plain Python."""

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
    """A compiled search has another value or another number of visits than plain Python: a bug of prunecheck."""


def check_native() -> None:
    """Load native speed. Raises: PreconditionError if Numba is not installed."""
    import_module("prunecheck.native")


def compiled_call(search: AnySearch, tree: AnyTree, window: Window[Number]) -> Call:
    """Make a function that only runs the compiled search from the root, without support for interrupts.

    Raises: PreconditionError without Numba, or if the search or the tree cannot be compiled; TreeError if the tree has
    values that compiled searches do not take.
    """
    from prunecheck.native import Block, compiled  # noqa: PLC0415  # Numba is optional
    from prunecheck.native.values import kind_of, to_native  # noqa: PLC0415

    searched: Any = compact(tree)[0] if isinstance(tree, ExplicitTree) else tree
    kind = kind_of(searched)
    return partial(compiled(search, kind), Block(searched, kind), searched.root, *to_native(window, kind))


def checked_call(named: NamedSearch, tree: AnyTree, window: Window[Number], cost: Cost) -> Call:
    """Make a compiled call, and check that it finds the value and the visits in `cost`, measured in plain Python.

    Raises: as `compiled_call`; SpeedsDifferError if the value or the visits differ.
    """
    from prunecheck.native import search  # noqa: PLC0415

    call = compiled_call(named.search, tree, window)
    counting = counted(tree)
    found = search(named.search, counting, window)
    if (found, counting.visits) != (read_number(cost.found), cost.counts.visited):
        raise SpeedsDifferError(
            f"{named.name} on {cost.workload} finds {show(found)} with {counting.visits:,} visits at native speed, and "
            f"{cost.found} with {cost.counts.visited:,} in plain Python; drop --speed, and report this bug"
        )
    return call
