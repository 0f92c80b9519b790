"""Check one search on one tree: what the oracle knows of it, one run of the search, which contracts it broke."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from prunecheck.contracts.order import Contract, contract
from prunecheck.contracts.visits import VisitContract
from prunecheck.errors import PreconditionError
from prunecheck.oracle.law import PathBounds, path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import Window, order_distinct_windows

MOST_WINDOWS = 46  # all that differ for up to four distinct leaf values; of more, an even sample


class Case(Generic[N]):
    """A tree on trial, with all that the oracle knows of it, found once for every search and window.

    Visits are judged path by path, so the nodes of `tree` must tell paths apart: unfold a tree with shared nodes.
    """

    def __init__(self, tree: Tree[N, Number], windows: Sequence[Window[Number]] | None = None) -> None:
        """`windows` to judge in; left out, all that differ for the leaves' values, or an even sample of them.

        Raises: TreeError where the tree has no value.
        """
        self.tree = tree
        known = values(tree, tree.root)
        self.truth = known[tree.root]
        self.max_at_root = tree.is_max(tree.root)
        self.leaves: list[PathBounds[N, Number]] = list(path_bounds(tree, tree.root, known))
        self.windows = windows_for(self.leaves) if windows is None else list(windows)
        self._lawful: dict[tuple[str, int], list[N]] = {}

    def lawful(self, contract: VisitContract, nth: int) -> list[N]:
        """The leaves that `contract` asks for in the window of that number, in order."""
        found = self._lawful.get((contract.name, nth))
        if found is None:
            window, reads = self.windows[nth], contract.reads
            found = [leaf.node for leaf in self.leaves if reads(leaf, window, self.max_at_root)]
            self._lawful[contract.name, nth] = found
        return found


def windows_for(leaves: Sequence[PathBounds[N, Number]]) -> list[Window[Number]]:
    """The order-distinct windows of the leaves' values, the full one first; of more than 46, an even sample."""
    windows = order_distinct_windows(leaf.value for leaf in leaves)
    if len(windows) <= MOST_WINDOWS:
        return list(windows)
    step = len(windows) / MOST_WINDOWS
    shift = len(leaves) % 7 / 7  # another sample for another tree; the full window stays
    return [windows[int((nth + (shift if nth else 0)) * step)] for nth in range(MOST_WINDOWS)]


@dataclass(frozen=True, slots=True)
class Run(Generic[N]):
    """One call of a search: the value found, the leaves read in order, or the error it ended with."""

    found: Number | None
    leaves: list[N]
    error: str | None = None


def run(search: Search, tree: Tree[N, Number], window: Window[Number]) -> Run[N]:
    """Call `search` on the root of `tree`, with every question recorded. An error of the search is part of the run.

    Raises: PreconditionError where the stated terms of the search exclude the tree.
    """
    log = recorded(tree)
    try:
        found = search(log, tree.root, window.alpha, window.beta)
    except PreconditionError:  # the search's stated terms exclude this tree: no verdict on it
        raise
    except Exception as error:
        return Run(None, log.leaves, f"{type(error).__name__}: {error}")
    return Run(found, log.leaves)


def keeps(promise: Contract, case: Case[N], nth: int, done: Run[N]) -> bool:
    """True if that run, in the case's window of number `nth`, is as promised. An error breaks them all."""
    if done.found is None:
        return False
    if isinstance(promise, VisitContract):
        return done.leaves == case.lawful(promise, nth)
    return promise.holds(done.found, case.truth, case.windows[nth])


def broken_contracts(
    search: Search,
    contracts: Sequence[str],
    tree: ExplicitTree[Number],
    window: Window[Number] | None = None,
) -> list[str]:
    """The names of those of `contracts` that `search` breaks on `tree`, in `window` or any order-distinct one.

    For a test of one tree: assert that the list is empty. Raises: UnknownNameError for a contract that is none,
    TreeError where the tree has no value.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> broken_contracts(variant("strict_test").search, ["fishburn", "visits"], from_nested([0, [0, 0]]))
    ['visits']
    """
    case = Case(unfolded(tree), None if window is None else [window])
    runs = [run(search, case.tree, each) for each in case.windows]
    return [
        name for name in contracts if not all(keeps(contract(name), case, nth, done) for nth, done in enumerate(runs))
    ]
