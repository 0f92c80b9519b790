"""The mean costs of searches with null windows on random trees, relative to F2 on the same trees.

Figures: means over random uniform trees with distinct leaves, by independent programs; the trees are others here.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Final

import pytest

from prunecheck import FULL
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.views.recorded import recorded
from searches import FORM, SCOUTS

MOST_STANDARD_ERRORS: Final = 4
COUNTS: Final = (
    ("negascout", False),
    ("negascout_last_plies", False),
    ("negascout", True),
    ("scout", False),
    ("scout", True),
)  # a search, and whether a leaf counts once for each tree
RATIOS: Final = {  # branching, depth, number of trees -> the ratios of these counts to the leaves of F2
    (2, 2, 200_000): (1.341, 1.000, 1.000, 1.478, 1.000),
    (2, 3, 200_000): (1.365, 1.137, 0.985, 1.552, 0.985),
    (2, 4, 100_000): (1.393, 1.231, 0.979, 1.671, 0.989),
    (2, 5, 60_000): (1.380, 1.266, 0.956, 1.693, 0.973),
    (2, 6, 40_000): (1.390, 1.307, 0.946, 1.767, 0.981),
    (2, 8, 10_000): (1.375, 1.332, 0.911, 1.824, 0.978),
    (2, 10, 3_000): (1.365, 1.343, 0.879, 1.871, 0.983),
    (3, 2, 100_000): (1.354, 1.000, 1.000, 1.540, 1.000),
    (3, 3, 50_000): (1.325, 1.120, 0.956, 1.539, 0.956),
    (3, 4, 20_000): (1.348, 1.220, 0.947, 1.649, 0.970),
    (3, 5, 6_000): (1.293, 1.219, 0.896, 1.598, 0.928),
    (3, 6, 2_500): (1.308, 1.261, 0.888, 1.666, 0.948),
    (4, 2, 50_000): (1.342, 1.000, 1.000, 1.543, 1.000),
    (4, 3, 20_000): (1.272, 1.095, 0.929, 1.476, 0.929),
    (4, 4, 6_000): (1.296, 1.196, 0.919, 1.572, 0.947),
    (4, 5, 1_500): (1.215, 1.165, 0.853, 1.482, 0.891),
    (5, 2, 30_000): (1.327, 1.000, 1.000, 1.532, 1.000),
    (5, 3, 10_000): (1.227, 1.071, 0.907, 1.414, 0.907),
    (5, 4, 2_500): (1.246, 1.165, 0.897, 1.489, 0.926),
    (8, 2, 20_000): (1.283, 1.000, 1.000, 1.479, 1.000),
    (8, 3, 4_000): (1.127, 1.016, 0.858, 1.270, 0.858),
    (8, 4, 500): (1.137, 1.092, 0.850, 1.313, 0.878),
    (10, 4, 200): (1.114, 1.078, 0.838, 1.263, 0.863),
}
LEAVES: Final = 30_000  # of all trees of a size together


def reads(name: str, tree: RandomLeaves) -> list[object]:
    """The leaves that a search evaluates, in order."""
    log = recorded(tree)
    ({**FORM, **SCOUTS})[name](log, log.root, FULL.alpha, FULL.beta)
    return list(log.leaves)


def ratio(above: Sequence[int], below: Sequence[int]) -> tuple[float, float]:
    """The ratio of two means, and the standard deviation of one tree's part in it."""
    found = fmean(above) / fmean(below)
    return found, sqrt(variance(x - found * y for x, y in zip(above, below, strict=True))) / fmean(below)


@pytest.mark.slow
@pytest.mark.parametrize(("branching", "depth", "published"), RATIOS)
def test_the_mean_cost_relative_to_f2_is_the_published_one(branching: int, depth: int, published: int) -> None:
    """Within four standard errors of both means, and half of the last digit."""
    trees = [RandomLeaves(branching, depth, seed=seed) for seed in range(max(20, LEAVES // branching**depth))]
    f2 = [len(reads("f2", tree)) for tree in trees]
    for (name, once), expected in zip(COUNTS, RATIOS[branching, depth, published], strict=True):
        found, deviation = ratio([len(set(it) if once else it) for it in (reads(name, tree) for tree in trees)], f2)
        error = deviation * sqrt(1 / len(trees) + 1 / published)
        assert found == pytest.approx(expected, rel=0, abs=MOST_STANDARD_ERRORS * error + 0.0005), (name, once)
