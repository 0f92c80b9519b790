"""Measure a claim in source 001 of `docs/sources.md`: of 30 moves in each position, alpha-beta searches about eight."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

from prunecheck.published.knuth_moore import best_case, worst_case
from prunecheck.published.measuring import ALPHA_BETA, mean_of_random_leaves
from prunecheck.published.row import Figure, Mean, PlannedFigure, PublishedTable
from prunecheck.theory.uniform import expected_leaves

SOURCE: Final = "001"
MOVES, PLIES = 30, 4
ALL: Final[int] = MOVES**PLIES
ABOUT_EIGHT: Final = 8
THEIRS: Final[int] = ABOUT_EIGHT**PLIES
TREES: Final = 10

BEST: Final = "the source estimates; a good move order can reach this number"
RANDOM: Final = "the source estimates; a random move order does not reach this number"


def best() -> int:
    """The number of leaves that alpha-beta evaluates if the best move comes first."""
    return best_case(MOVES, PLIES)


@cache
def worst() -> int:
    """The number of leaves that a search evaluates without pruning."""
    return worst_case(MOVES, PLIES)


def random() -> Mean:
    """The mean number of leaves that alpha-beta evaluates in trees with independent leaf values."""
    return mean_of_random_leaves(ALPHA_BETA, MOVES, PLIES, TREES)


def moves(count: Callable[[], Figure | Mean]) -> Figure | Mean:
    """The number of moves searched per position: the fourth root of `count`, the evaluated leaves at depth 4."""
    found = count()
    if isinstance(found, Mean):
        value = found.value ** (1 / PLIES)
        return Mean(value, value * found.error / found.value / PLIES)
    return float(found ** (1 / PLIES))


def saved(count: Callable[[], Figure | Mean]) -> Figure | Mean:
    """The share of all leaves that are not evaluated, in per cent, if `count` leaves are evaluated."""
    found = count()
    if isinstance(found, Mean):
        return Mean(100 - 100 * found.value / ALL, 100 * found.error / ALL)
    return 100 - 100 * found / ALL


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: leaves, moves per position and the share saved, in the best and in random order."""
    yield PlannedFigure("leaves, nothing pruned", SOURCE, ALL, worst, "exact", quick=False)
    ten = f"random order, {TREES} trees"
    yield PlannedFigure("leaves, best order", SOURCE, THEIRS, best, BEST)
    yield PlannedFigure(f"leaves, {ten}", SOURCE, THEIRS, random, RANDOM, quick=False)
    exact = expected_leaves(MOVES, PLIES)
    yield PlannedFigure(f"leaves, {ten}", "N(30, 4)", exact, random, "due to chance", quick=False)
    yield PlannedFigure("moves per position, best order", SOURCE, ABOUT_EIGHT, partial(moves, best), BEST)
    yield PlannedFigure(f"moves per position, {ten}", SOURCE, ABOUT_EIGHT, partial(moves, random), RANDOM, quick=False)
    yield PlannedFigure("saved, best order, %", SOURCE, 99.5, partial(saved, best), BEST)
    yield PlannedFigure(f"saved, {ten}, %", SOURCE, 99.5, partial(saved, random), RANDOM, quick=False)


TABLE: Final = PublishedTable(
    "thirty-moves",
    "claim: '30 moves become about 8', four plies",
    "an encyclopaedia (source 001)",
    lines,
)
