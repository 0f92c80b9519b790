"""Measure the savings by deep cutoffs: compare Knuth and Moore's F1 with F2."""

from collections.abc import Iterator
from functools import partial
from math import sqrt
from typing import Final

from prunecheck.published.measuring import ALPHA_BETA, SHALLOW, leaves, mean_of_random_leaves, trees_for
from prunecheck.published.row import Mean, PlannedFigure, PublishedTable
from prunecheck.theory.shallow import fewest_leaves_shallow, growth_bounds_shallow
from prunecheck.theory.uniform import expected_leaves, fewest_leaves
from prunecheck.trees.models.orders import best_first

FORMULA: Final = "Knuth and Moore 1975"
SAMPLED: Final = "another program, 3e7 leaves"
LEAVES: Final = 100_000  # leaves in all trees of a row

ORDERED: Final = ((2, 3), (2, 4), (2, 8), (3, 4), (3, 6), (4, 4), (5, 4))
MEANS: Final = {
    (2, 4): Mean(12.7497, 0.00141),
    (2, 5): Mean(23.7462, 0.00342),
    (2, 6): Mean(44.2318, 0.00885),
    (2, 7): Mean(82.3328, 0.0227),
    (2, 8): Mean(153.375, 0.0579),
    (3, 4): Mean(50.2729, 0.0118),
    (3, 5): Mean(130.321, 0.0497),
    (3, 6): Mean(337.456, 0.208),
    (3, 7): Mean(872.675, 0.867),
    (4, 4): Mean(129.685, 0.0506),
    (4, 5): Mean(421.563, 0.297),
    (4, 6): Mean(1369.9, 1.74),
    (5, 4): Mean(267.925, 0.151),
    (8, 4): Mean(1213.52, 1.43),
}
QUICK: Final = {(2, 4), (3, 4)}
GROWTH: Final = ((2, 8), (3, 7), (4, 6))


def sorted_case(name: str, branching: int, depth: int) -> int:
    """The number of leaves that a variant evaluates in a tree with distinct leaf values and the best child first."""
    return leaves(name, best_first(branching, depth, seed=1))


def random_mean(name: str, branching: int, depth: int) -> Mean:
    """The mean number of leaves that a variant evaluates in random trees, which are the same for every variant."""
    trees = trees_for(LEAVES, expected_leaves(branching, depth))
    return mean_of_random_leaves(name, branching, depth, trees)


def saved(branching: int, depth: int) -> float:
    """The share of the leaves evaluated by F1 that deep cutoffs save, in per cent, in random trees."""
    deep, shallow = (random_mean(name, branching, depth).value for name in (ALPHA_BETA, SHALLOW))
    return 100 * (1 - deep / shallow)


def growth(branching: int, depth: int) -> Mean:
    """The factor by which one more ply multiplies the leaves that F1 evaluates."""
    deeper, less_deep = (random_mean(SHALLOW, branching, plies) for plies in (depth, depth - 1))
    value = deeper.value / less_deep.value
    return Mean(value, value * sqrt((deeper.error / deeper.value) ** 2 + (less_deep.error / less_deep.value) ** 2))


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: the best order, then means over random trees, then the growth of F1 per ply."""
    for b, d in ORDERED:
        reason = "exact" if d > 3 else "exact; deep cutoffs need at least d = 4"
        where = f"b = {b}, d = {d}, best order"
        yield PlannedFigure(
            f"{where}, F1", FORMULA, fewest_leaves_shallow(b, d), partial(sorted_case, SHALLOW, b, d), reason
        )
        yield PlannedFigure(
            f"{where}, F2", FORMULA, fewest_leaves(b, d), partial(sorted_case, ALPHA_BETA, b, d), reason
        )
    for (b, d), mean in MEANS.items():
        where, quick = f"b = {b}, d = {d}, random", (b, d) in QUICK
        exact = expected_leaves(b, d)
        yield PlannedFigure(
            f"{where}, F1", SAMPLED, mean, partial(random_mean, SHALLOW, b, d), "due to chance", quick=quick
        )
        yield PlannedFigure(
            f"{where}, F2", "N(b, d)", exact, partial(random_mean, ALPHA_BETA, b, d), "due to chance", quick=quick
        )
        yield PlannedFigure(
            f"{where}, saved by F2, %",
            "the two rows above",
            100 * (1 - exact / mean.value),
            partial(saved, b, d),
            "due to chance; both searches used the same trees",
            quick=quick,
        )
    for b, d in GROWTH:
        low, high = growth_bounds_shallow(b)
        where, measure = f"b = {b}, d = {d - 1} to {d}, growth of F1", partial(growth, b, d)
        yield PlannedFigure(
            where, FORMULA, low, measure, "the source gives a lower bound on the limit at great depth", quick=False
        )
        yield PlannedFigure(
            where, FORMULA, high, measure, "the source gives an upper bound on the limit at great depth", quick=False
        )


TABLE: Final = PublishedTable("f1-and-f2", "What deep cutoffs save", FORMULA, lines)
