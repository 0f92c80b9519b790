"""Count the leaves and nodes that searches of the catalogue visit, and compute means over seeds."""

from collections.abc import Callable
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from prunecheck.catalog import variant
from prunecheck.published.row import Mean
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.protocol import N, Number, Tree, V_co
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.window import FULL, Window

ALPHA_BETA: Final = "fail_soft"
SHALLOW: Final = "f1"  # the form without deep cutoffs
MOST_TREES: Final = 20_000


class Tally(Inner[N, V_co]):
    """A tree that counts visits and evaluated leaves without a log, for searches that visit millions of nodes."""

    def __init__(self, tree: Tree[N, V_co]) -> None:
        """Set all counts to 0."""
        super().__init__(tree)
        self.visited = 0
        self.leaves = 0

    def is_terminal(self, node: N, /) -> bool:
        """True if the node is terminal in the wrapped tree; counts a visit."""
        self.visited += 1
        return self._tree.is_terminal(node)

    def evaluate(self, node: N, /) -> V_co:
        """The value in the wrapped tree. If the node is terminal, an evaluated leaf is counted."""
        self.leaves += self._tree.is_terminal(node)
        return self._tree.evaluate(node)


def tallied(name: str, tree: Tree[Any, Number], window: Window[Number] = FULL) -> Tally[Any, Number]:
    """Search `tree` with the variant of that name, and return the counts."""
    tally = Tally(tree)
    variant(name).search(tally, tally.root, window.alpha, window.beta)
    return tally


def leaves(name: str, tree: Tree[Any, Number]) -> int:
    """The number of leaves that a variant evaluates in one search of `tree`, in the full window."""
    return tallied(name, tree).leaves


def mean_leaves(name: str, make: Callable[[int], Tree[Any, Number]], trees: int, window: Window[Number] = FULL) -> Mean:
    """The mean number of leaves evaluated in the trees with seeds 0, 1, ..., trees - 1, and its standard error."""
    counts = [tallied(name, make(seed), window).leaves for seed in range(trees)]
    return Mean(fmean(counts), stdev(counts) / sqrt(trees))


@cache
def mean_of_random_leaves(name: str, branching: int, depth: int, trees: int) -> Mean:
    """The mean number of leaves evaluated in uniform trees with independent leaf values. The result is cached."""
    return mean_leaves(name, lambda seed: RandomLeaves(branching, depth, seed=seed), trees)


def trees_for(leaves_of_all: int, expected: float) -> int:
    """The number of trees to search to evaluate about `leaves_of_all` leaves: at least 200, and at most 20,000."""
    return max(200, min(MOST_TREES, round(leaves_of_all / expected)))
