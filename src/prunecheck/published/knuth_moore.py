"""The fewest leaves that alpha-beta evaluates: by Knuth and Moore's formula, and by simpler formulas in other texts."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from prunecheck.published.measuring import ALPHA_BETA, leaves, tallied
from prunecheck.published.row import PlannedFigure, PublishedTable
from prunecheck.theory.nodes import fewest_nodes
from prunecheck.theory.uniform import fewest_leaves
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.orders import best_first
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.views.ordered import ordered

WIKI: Final = "Chess Programming Wiki"
FORMULA: Final = "Knuth and Moore 1975"

BEST_OF_40: Final = (40, 79, 1_639, 3_199, 65_599, 127_999, 2_623_999, 5_119_999)  # the figures as the wiki prints them
DEEPEST_OF_40: Final = 6  # the greatest depth that is searched here
ORDERED: Final = ((2, 4), (2, 9), (3, 4), (3, 6), (4, 4), (4, 6), (5, 5), (6, 4))
SQUARE_ROOT: Final = ((2, 8), (2, 9), (4, 6), (4, 7), (8, 4), (8, 5), (30, 2), (30, 3))
GRANDCHILDREN: Final = (2, 3, 5, 10, 30, 100)


def best_case(branching: int, depth: int) -> int:
    """The number of leaves that alpha-beta evaluates in a uniform tree with the best child of each node first."""
    return leaves(ALPHA_BETA, ordered(ForwardModel(branching, depth, values=1_000)))


def worst_case(branching: int, depth: int) -> int:
    """The number of leaves that alpha-beta evaluates in a uniform tree in which it prunes nothing."""
    return leaves(ALPHA_BETA, NothingPruned(branching, depth))


def sorted_case(branching: int, depth: int) -> int:
    """The leaves evaluated in sorted trees with distinct leaf values, or -1 if trees of different seeds differ."""
    found = {leaves(ALPHA_BETA, best_first(branching, depth, seed=seed)) for seed in range(5)}
    return found.pop() if len(found) == 1 else -1


def nodes_of_best_case(branching: int, depth: int) -> int:
    """The number of nodes that alpha-beta visits in a uniform tree with the best child of each node first."""
    return tallied(ALPHA_BETA, ordered(ForwardModel(branching, depth, values=1_000))).visited


def of_40() -> Iterator[PlannedFigure]:
    """Yield the rows of a much-copied table for 40 moves per position, with the worst case for small depths."""
    for depth, best in enumerate(BEST_OF_40, 1):
        searched = depth <= DEEPEST_OF_40
        yield PlannedFigure(
            f"b = 40, d = {depth}, best order",
            WIKI,
            best,
            partial(best_case if searched else fewest_leaves, 40, depth),
            "exact" if searched else "exact; by the formula, not searched",
            quick=depth < 5,
        )
    yield PlannedFigure(
        "b = 40, d = 5, best order",
        "a copy of the wiki's table",
        65_569,
        partial(best_case, 40, 5),
        "a misprint: 40^3 + 40^2 - 1 is 65,599",
        quick=False,
    )
    for depth, worst in enumerate((40, 1_600, 64_000), 1):
        yield PlannedFigure(f"b = 40, d = {depth}, worst order", WIKI, worst, partial(worst_case, 40, depth), "exact")


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: leaves and nodes in the best order, then two simpler formulas from other texts."""
    yield from of_40()
    for b, d in ORDERED:
        what = f"b = {b}, d = {d}, five sorted trees"
        reason = "exact, in each of the five trees"
        yield PlannedFigure(what, FORMULA, fewest_leaves(b, d), partial(sorted_case, b, d), reason)
    for b, d in ((2, 4), (3, 4), (4, 6)):
        what, measure = f"b = {b}, d = {d}, nodes", partial(nodes_of_best_case, b, d)
        yield PlannedFigure(
            what,
            FORMULA,
            fewest_nodes(b, d),
            measure,
            "exact: the minimum number of nodes at each depth, added up",
        )
    for b, d in SQUARE_ROOT:
        simpler = "2 sqrt(b)^d - 1" if d % 2 == 0 else "(sqrt(b) + 1/sqrt(b)) sqrt(b)^d - 1"
        yield PlannedFigure(
            f"b = {b}, d = {d}, sqrt(b)^d",
            "000",
            b ** (d / 2),
            partial(best_case, b, d),
            f"the source says 'about'; the exact minimum is {simpler}",
        )
    for b in GRANDCHILDREN:
        yield PlannedFigure(f"b = {b}, leaves at depth 2: 2 b - 1", "003", 2 * b - 1, partial(best_case, b, 2), "exact")
        yield PlannedFigure(
            f"b = {b}, leaves at depth 2: b^2", "003", b * b, partial(worst_case, b, 2), "exact: nothing pruned"
        )


TABLE: Final = PublishedTable(
    "knuth-moore-minimum", "The fewest and the most leaves that alpha-beta evaluates", FORMULA, lines
)
