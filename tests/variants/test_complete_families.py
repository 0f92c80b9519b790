"""Exact totals of evaluated leaves over complete families of trees.

Figures: counted by brute force over every tree of each family, by independent programs.
"""

from itertools import permutations, product

import pytest

from families import Leaves, Totals, totals, uniform
from prunecheck import FULL, Search, from_nested
from prunecheck.trees.views.recorded import recorded
from searches import (
    CUTS_AT_EQUALITY,
    CUTS_WHEN_CROSSED,
    LAZY_LISTS,
    PARENTS_BOUND_ONLY,
    PRUNES_NOTHING,
    through_choose_move,
)

Family = tuple[int, int, Leaves]  # branching, depth, kind of leaves

ALPHA_BETA: dict[Family, Totals] = {
    (2, 2, "orders"): Totals(trees=24, leaves=88, fewest=3, most=4),
    (2, 3, "orders"): Totals(trees=40_320, leaves=276_096, fewest=5, most=8),
    (3, 2, "orders"): Totals(trees=362_880, leaves=2_700_864, fewest=5, most=9),
    (2, 3, "bits"): Totals(trees=256, leaves=1_502, fewest=5, most=8),
    (2, 4, "bits"): Totals(trees=65_536, leaves=622_810, fewest=7, most=16),
}
WITHOUT_DEEP_CUT_OFFS = ALPHA_BETA | {(2, 4, "bits"): Totals(trees=65_536, leaves=678_146, fewest=8, most=16)}
NOTHING_PRUNED: dict[Family, Totals] = {
    (2, 2, "orders"): Totals(trees=24, leaves=96, fewest=4, most=4),
    (2, 3, "orders"): Totals(trees=40_320, leaves=322_560, fewest=8, most=8),
    (3, 2, "orders"): Totals(trees=362_880, leaves=3_265_920, fewest=9, most=9),
    (2, 3, "bits"): Totals(trees=256, leaves=2_048, fewest=8, most=8),
    (2, 4, "bits"): Totals(trees=65_536, leaves=1_048_576, fewest=16, most=16),
}
STRICT: dict[Family, int] = {
    (2, 2, "orders"): 88,
    (2, 3, "orders"): 276_096,
    (2, 3, "bits"): 1_930,
    (2, 4, "bits"): 947_686,
}
THROUGH_CHOOSE_MOVE: dict[Family, int] = {
    (2, 2, "orders"): 96,
    (2, 3, "orders"): 295_680,
    (2, 3, "bits"): 1_984,
    (2, 4, "bits"): 988_160,
}


def named(family: Family) -> str:
    return "b{}-d{}-{}".format(*family)


@pytest.mark.slow_cases("*-b3-d2-orders")
@pytest.mark.parametrize("family", ALPHA_BETA, ids=named)
@pytest.mark.parametrize("search", CUTS_AT_EQUALITY.values(), ids=CUTS_AT_EQUALITY)
def test_every_form_that_cuts_at_equality_has_the_total_of_f2(search: Search, family: Family) -> None:
    """Fail-hard, fail-soft, clamped, delayed or iterative, all forms have the same total, minimum and maximum."""
    assert totals(search, *family) == ALPHA_BETA[family]


@pytest.mark.slow_cases("hughes-b3-*", "hughes-b2-d4-*", "hughes-b2-d3-orders", "f1-b3-d2-orders")
@pytest.mark.parametrize("family", WITHOUT_DEEP_CUT_OFFS, ids=named)
@pytest.mark.parametrize("search", [PARENTS_BOUND_ONLY, LAZY_LISTS], ids=["f1", "hughes"])
def test_f1_and_hughes_evaluate_more_than_f2_from_depth_four_on(search: Search, family: Family) -> None:
    """Without deep cutoffs the totals are F2's up to depth 3, and larger at depth 4."""
    assert totals(search, *family) == WITHOUT_DEEP_CUT_OFFS[family]


@pytest.mark.slow_cases("b3-*", "b2-d4-*", "b2-d3-orders")
@pytest.mark.parametrize("family", NOTHING_PRUNED, ids=named)
def test_minimax_evaluates_every_leaf_of_every_tree(family: Family) -> None:
    """Minimax evaluates b ** d leaves, whatever their values."""
    assert totals(PRUNES_NOTHING["minimax"], *family) == NOTHING_PRUNED[family]


@pytest.mark.slow_cases("b2-d4-bits")
@pytest.mark.parametrize("family", STRICT, ids=named)
def test_the_strict_form_matches_f2_only_on_distinct_leaves(family: Family) -> None:
    """Source 002 costs as much as F2 on distinct leaves, but up to half as much again on leaves of 0 and 1."""
    found = totals(CUTS_WHEN_CROSSED, *family)
    assert found.leaves == STRICT[family]
    assert (found.leaves == ALPHA_BETA[family].leaves) == (family[2] == "orders")


@pytest.mark.slow_cases("b2-d4-*")
@pytest.mark.parametrize("family", THROUGH_CHOOSE_MOVE, ids=named)
def test_a_full_window_for_each_root_child_costs_more_than_one_search(family: Family) -> None:
    """Source 002's `chooseMove` passes no bound between children, which costs leaves in every family."""
    found = totals(through_choose_move, *family)
    assert found.leaves == THROUGH_CHOOSE_MOVE[family] > STRICT[family]


@pytest.mark.slow_cases("b3-*")
@pytest.mark.parametrize("family", ALPHA_BETA, ids=named)
def test_min_at_the_root_has_the_same_total(family: Family) -> None:
    """Each family is its own mirror image, so the player at the root does not matter."""
    assert totals(CUTS_AT_EQUALITY["moving_bounds"], *family, max_at_root=False) == ALPHA_BETA[family]


@pytest.mark.slow_cases("b2-d3-orders")
@pytest.mark.parametrize("family", [(2, 2, "orders"), (2, 3, "orders"), (2, 3, "bits")], ids=named)
def test_trees_written_out_one_by_one_have_the_same_totals(family: Family) -> None:
    """Trees that differ only in unread leaves may be counted once, with a weight."""
    branching, depth, leaves = family
    size = branching**depth
    every = permutations(range(size)) if leaves == "orders" else product((0, 1), repeat=size)
    reads = []
    for values in every:
        log = recorded(from_nested(uniform(branching, depth, iter(values))))
        CUTS_AT_EQUALITY["f2"](log, log.root, FULL.alpha, FULL.beta)
        reads.append(len(log.leaves))
    assert Totals(len(reads), sum(reads), min(reads), max(reads)) == ALPHA_BETA[family]
