"""Compare mean numbers of evaluated leaves in the forward model: exact means by recursion, and means over samples."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from prunecheck.published.measuring import ALPHA_BETA, mean_leaves, trees_for
from prunecheck.published.row import Mean, PlannedFigure, PublishedTable
from prunecheck.theory.forward import Searched, expected_leaves_forward
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.window import Window

SOURCE: Final = "computed by recursion, for the model of Boige et al. 2025"
LEAVES: Final = 100_000  # leaves in all trees of a row

CELLS: Final = (
    *((2, depth, 2) for depth in (2, 3, 4, 6, 8, 10)),
    *((2, depth, 3) for depth in (2, 3, 4, 6, 8)),
    *((2, depth, 10) for depth in (2, 3, 4, 6, 8)),
    *((3, depth, 5) for depth in (2, 3, 4, 6)),
)
SCOUT_CELLS: Final = (
    *((2, depth, 2) for depth in (2, 4, 8)),
    *((2, depth, 10) for depth in (2, 4, 8)),
    *((3, depth, 5) for depth in (2, 4, 6)),
)
QUICK: Final = {(2, 6, 2), (3, 4, 5)}


def sample(name: str, branching: int, depth: int, values: int, trees: int) -> Mean:
    """The mean number of leaves that a variant evaluates in sampled trees, in a window that contains all values."""
    return mean_leaves(
        name,
        lambda seed: ForwardModel(branching, depth, values=values, seed=seed),
        trees,
        Window(-1, values),
    )


def lines() -> Iterator[PlannedFigure]:
    """Yield rows of the table: for alpha-beta, then for SCOUT, each by branching, number of values, and depth."""
    for cell in CELLS:
        yield _line(*cell, "alpha-beta", ALPHA_BETA)
    for cell in SCOUT_CELLS:
        yield _line(*cell, "scout", "scout", "SCOUT")


def _line(branching: int, depth: int, values: int, search: Searched, name: str, named: str = "") -> PlannedFigure:
    exact = expected_leaves_forward(branching, depth, values, search)
    trees = trees_for(LEAVES, float(exact))
    as_fraction = f" (exactly {exact})" if exact.denominator < 10_000 else ""
    return PlannedFigure(
        ", ".join(filter(None, (f"b = {branching}, {values} values, d = {depth}", named))),
        SOURCE,
        float(exact),
        partial(sample, name, branching, depth, values, trees),
        f"due to chance: {trees:,} trees{as_fraction}",
        quick=(branching, depth, values) in QUICK,
    )


TABLE: Final = PublishedTable("forward-model", "Leaves evaluated in trees of the forward model", SOURCE, lines)
