"""Measure alpha-beta's effective branching factor: Pearl's limit, and the cost of one more ply at practical depths."""

from collections.abc import Iterator
from functools import partial
from math import sqrt
from typing import Final

from prunecheck.published.expected import LEAVES
from prunecheck.published.measuring import ALPHA_BETA, mean_of_random_leaves, trees_for
from prunecheck.published.row import Mean, PlannedFigure, PublishedTable, shown
from prunecheck.theory.uniform import expected_leaves, pearl_branching

SOURCE: Final = "Pearl 1982"
DEEP: Final = 40
BRANCHINGS: Final = (2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40)
SEARCHED: Final = ((2, 6), (2, 12), (3, 6), (3, 8), (4, 6), (8, 4))
QUICK: Final = {(2, 6)}


def growth(branching: int, depth: int) -> float:
    """sqrt(N(b, d) / N(b, d - 2)): the growth per ply of N(b, d), the mean number of leaves that alpha-beta evaluates.

    The formula spans two plies, because MAX plies and MIN plies cost different amounts.
    """
    return sqrt(expected_leaves(branching, depth) / expected_leaves(branching, depth - 2))


def measured_growth(branching: int, depth: int) -> Mean:
    """The factor by which one more ply multiplies the evaluated leaves, from means over random trees."""
    deeper, less_deep = (
        mean_of_random_leaves(ALPHA_BETA, branching, plies, trees_for(LEAVES, expected_leaves(branching, plies)))
        for plies in (depth, depth - 2)
    )
    value = sqrt(deeper.value / less_deep.value)
    spread = (deeper.error / deeper.value) ** 2 + (less_deep.error / less_deep.value) ** 2
    return Mean(value, value * sqrt(spread) / 2)


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: the exact growth at a great depth, then growth measured at smaller depths."""
    for branching in BRANCHINGS:
        yield PlannedFigure(
            f"b = {branching}, expected leaves, d = {DEEP - 2} to {DEEP}",
            SOURCE,
            pearl_branching(branching),
            partial(growth, branching, DEEP),
            "d is finite",
        )
    for branching, depth in SEARCHED:
        exact = growth(branching, depth)
        yield PlannedFigure(
            f"b = {branching}, counted leaves, d = {depth - 2} to {depth}",
            SOURCE,
            pearl_branching(branching),
            partial(measured_growth, branching, depth),
            f"d is finite; expected: {shown(exact)}",
            quick=(branching, depth) in QUICK,
        )


TABLE: Final = PublishedTable(
    "pearl",
    "The factor by which the number of leaves grows with one more ply; Pearl's figure is its limit for large depths",
    SOURCE,
    lines,
)
