"""Alpha-beta's mean cost on large random trees, by compiled searches, compared with exact expectations.

Figures: N(b, d) for independent leaves, from the integral formula; the expected nodes are the sum of N(b, k) over the
plies k. Seeds are fixed, and a mean may be off by 4 standard errors.
"""

from statistics import fmean
from typing import Final

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

from native_counts import count_nodes
from prunecheck.trees.models.independent import RandomLeaves
from samples import errors_away, standard_error

MOST: Final = 4  # largest accepted error, in standard errors
LEAVES_IN_ALL: Final = 20_000_000

NODES: Final = {  # (b, d) -> expected leaves and nodes
    (2, 8): (109.9992, 259.488),
    (3, 8): (1_287.079, 2_304.60),
    (4, 8): (7_107.019, 11_197.6),
    (5, 8): (26_540.93, 38_734.3),
    (8, 6): (21_358.84, 27_527.1),
}
LEAVES: Final = {  # (b, d) -> expected leaves
    (2, 10): 316.1465,
    (3, 10): 6_410.522,
    (4, 10): 52_289.07,
    (6, 8): 77_804.58,
    (7, 7): 49_129.69,
    (10, 6): 58_718.77,
    (16, 5): 70_393.42,
    (20, 4): 17_535.68,
    (30, 4): 63_702.23,
    (40, 4): 160_382.0,
}


def trees_for(leaves: float) -> range:
    """Seeds for as many trees as have 20 million leaves in all, within limits."""
    return range(max(200, min(2_000, int(LEAVES_IN_ALL / leaves))))


@pytest.mark.fast_cases("3-8")
@pytest.mark.parametrize(("branching", "depth"), [*NODES, *LEAVES])
def test_the_mean_cost_of_large_random_trees_is_as_expected(branching: int, depth: int) -> None:
    """Leaves, and for some shapes all nodes, are within 4 standard errors, which are below 2 % of the mean."""
    leaves, nodes = NODES.get((branching, depth)) or (LEAVES[branching, depth], None)
    found = [count_nodes("fail_soft", RandomLeaves(branching, depth, seed=seed)) for seed in trees_for(leaves)]
    evaluated = [result.leaves for result in found]
    assert standard_error(evaluated) < 0.02 * fmean(evaluated)
    assert errors_away(evaluated, leaves) < MOST
    if nodes is not None:
        assert errors_away([result.visits for result in found], nodes) < MOST


@pytest.mark.slow
@pytest.mark.parametrize(
    ("branching", "depth", "expected", "error"),
    [
        (2, 12, 1_846.5, 1.7),
        (3, 8, 2_258.59, 3.59),
        (4, 8, 14_525.4, 59.8),
        (5, 7, 15_460.2, 65.9),
        (8, 6, 36_913.5, 234),
    ],
)
def test_the_mean_cost_without_deep_cutoffs_is_as_measured(
    branching: int, depth: int, expected: float, error: float
) -> None:
    """F1 is compared with means over 30 million leaves, which have their own errors."""
    counts = [count_nodes("f1", RandomLeaves(branching, depth, seed=seed)).leaves for seed in trees_for(expected)]
    assert errors_away(counts, expected, published_error=error) < MOST
