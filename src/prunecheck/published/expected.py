"""Compare N(b, d), the mean number of leaves that alpha-beta evaluates in random trees, with samples."""

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import Final

from prunecheck.published.measuring import ALPHA_BETA, leaves, mean_of_random_leaves, trees_for
from prunecheck.published.row import PlannedFigure, PublishedTable
from prunecheck.theory.uniform import expected_leaves, expected_leaves_exactly
from prunecheck.trees.nested import from_nested

SOURCE: Final = "the integral in Fuller et al. 1973"
LEAVES: Final = 200_000  # leaves in all trees of a row

CELLS: Final = (
    *((2, depth) for depth in range(2, 11)),
    *((3, depth) for depth in range(2, 8)),
    *((4, depth) for depth in range(2, 6)),
    *((5, depth) for depth in range(2, 5)),
    (8, 3),
    (8, 4),
    (10, 3),
    (20, 2),
    (30, 2),
    (40, 2),
)
QUICK: Final = {(2, 8), (3, 5), (4, 4), (10, 3)}


def mean_of_all_orders(branching: int, depth: int) -> float:
    """The mean number of leaves that alpha-beta evaluates, over all orders of the leaves of a uniform tree."""
    orders = list(permutations(range(branching**depth)))
    return sum(leaves(ALPHA_BETA, from_nested(_folded(order, branching))) for order in orders) / len(orders)


def _folded(row: tuple[object, ...], branching: int) -> object:
    while len(row) > 1:
        row = tuple(list(row[start : start + branching]) for start in range(0, len(row), branching))
    return row[0]


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: the means over all leaf orders, then the means over samples of trees."""
    for branching, depth in ((2, 2), (2, 3)):
        fraction = expected_leaves_exactly(branching, depth)
        yield PlannedFigure(
            f"b = {branching}, d = {depth}, all orders",
            SOURCE,
            float(fraction),
            partial(mean_of_all_orders, branching, depth),
            f"exact: {fraction}",
            quick=depth < 3,
        )
    for branching, depth in CELLS:
        exact = expected_leaves(branching, depth)
        trees = trees_for(LEAVES, exact)
        yield PlannedFigure(
            f"b = {branching}, d = {depth}",
            SOURCE,
            exact,
            partial(mean_of_random_leaves, ALPHA_BETA, branching, depth, trees),
            f"due to chance: {trees:,} trees",
            quick=(branching, depth) in QUICK,
        )


TABLE: Final = PublishedTable(
    "expected-leaves", "Leaves evaluated in random trees: N(b, d), and a sample", SOURCE, lines
)
