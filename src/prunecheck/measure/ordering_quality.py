"""Count evaluated leaves by the quality of the move order: how often the best child of a node comes first.

The trees are from the model `often-best-first`. Trees with the same seed but different probabilities have the same leaf
values in different orders.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from prunecheck.measure.counts import counted
from prunecheck.trees.models.orders import often_best_first
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL

PROBABILITIES: Final = tuple(tenths / 10 for tenths in range(11))
BRANCHING, DEPTH, TREES = 4, 6, 10


class OrderingQuality(msgspec.Struct, frozen=True):
    """How many leaves one search evaluates in each tree, for each probability that the best child comes first."""

    search: str
    branching: int
    depth: int
    probabilities: tuple[float, ...]
    leaves: tuple[tuple[int, ...], ...]


def ordering_quality(
    searches: Mapping[str, AnySearch],
    *,
    branching: int = BRANCHING,
    depth: int = DEPTH,
    probabilities: Sequence[float] = PROBABILITIES,
    trees: int = TREES,
) -> tuple[OrderingQuality, ...]:
    """Count the leaves that each of the named searches evaluates, for each probability that the best child comes first.

    All searches run on the same trees, with the seeds 0, 1 and so on.

    Raises: TreeError for an impossible branching, depth or probability; errors raised by a search are passed on.

    >>> from prunecheck.catalog import variant
    >>> found = ordering_quality({"f2": variant("f2").search}, branching=2, depth=4, probabilities=[0, 1], trees=3)
    >>> found[0].leaves
    ((16, 16, 16), (7, 7, 7))
    """
    found: dict[str, list[tuple[int, ...]]] = {name: [] for name in searches}
    for probability in probabilities:
        grown = [often_best_first(branching, depth, probability=probability, seed=seed) for seed in range(trees)]
        for name, search in searches.items():
            found[name].append(tuple(counted(search, tree, FULL)[1].leaves for tree in grown))
    return tuple(
        OrderingQuality(name, branching, depth, tuple(probabilities), tuple(rows)) for name, rows in found.items()
    )
