"""False beliefs about alpha-beta and its relatives, each with its smallest witness."""

from collections.abc import Iterator

import pytest

from linear_orders import fishburn, knuth
from prunecheck import FULL, ExplicitTree, Number, Window, from_nested
from prunecheck.contracts.case import Case
from prunecheck.theorems import BELIEFS, Belief
from prunecheck.theorems.leaves import EveryLeaf
from prunecheck.theorems.searches import leaves_of
from prunecheck.trees.small import weak_orders
from searches import CUTS_AT_EQUALITY
from trees_by_size import size_of, smaller_trees

SLOW = ("scout-*", "worst-*", "best-first-*", "sss-never-above-negascout", "mtd-at-v-is-best", "table-*")
each_belief = pytest.mark.parametrize("belief", BELIEFS.values(), ids=BELIEFS)


def windows_of(belief: Belief, tree: ExplicitTree[Number]) -> Iterator[Window[Number]]:
    """The distinct windows that the belief is about."""
    for window in [FULL] if belief.statement.full_window else Case(tree).windows:
        if belief.statement.is_about(tree, window):
            yield window


@each_belief
def test_the_belief_is_false_for_its_witness(belief: Belief) -> None:
    """The witness satisfies the conditions of the belief."""
    assert belief.statement.is_about(belief.tree, belief.window)
    assert belief.statement.objection(belief.tree, belief.window) is not None


@pytest.mark.slow_cases(*SLOW)
@each_belief
def test_no_smaller_tree_refutes_the_belief(belief: Belief) -> None:
    """A smaller tree has fewer leaves and at most as many nodes, or as many leaves and fewer nodes, in any window."""
    for tree in smaller_trees(size_of(belief.tree), static_values=belief.tree.has_static_values):
        for window in windows_of(belief, tree):
            assert belief.statement.objection(tree, window) is None, (tree, window)


def test_negascout_needs_five_evaluations_where_alpha_beta_needs_four() -> None:
    """The tree is the smallest uniform one of two plies with distinct leaves, where every re-search costs leaves."""
    tree = from_nested([[0, 1], [2, 3]])
    assert [len(leaves_of(name, tree, FULL)) for name in ("negascout", "pvs", "f2")] == [5, 5, 4]


def test_sorted_worst_first_a_uniform_tree_only_loses_leaves_from_depth_four_on() -> None:
    """The tree of `test_perfect_order` loses one leaf of sixteen; up to depth 3, no tree loses any."""
    tree = from_nested([[[[5, 2], [11, 7]], [[9, 1], [12, 6]]], [[[4, 0], [15, 14]], [[10, 3], [13, 8]]]])
    assert BELIEFS["worst-first-prunes-nothing"].statement.is_about(tree, FULL)
    assert EveryLeaf("f2").objection(tree, FULL) == "f2 evaluates 15 of 16 leaves"


def test_negascout_and_sss_star_do_not_dominate_each_other() -> None:
    """On some tree, only NegaScout evaluates a certain leaf; on another tree, only SSS* does."""
    one, other = BELIEFS["sss-never-above-negascout"].tree, from_nested([[0, 0], 1])
    assert set(leaves_of("sss_star", one, FULL)) - set(leaves_of("negascout", one, FULL))
    assert set(leaves_of("negascout", other, FULL)) - set(leaves_of("sss_star", other, FULL))


def test_fishburn_is_not_symmetric_and_does_not_follow_from_knuth() -> None:
    """The result -1 for the value 0 shows both, in the window (0, 1); no two different results could."""
    assert fishburn(0, 1, -1, 0)
    assert not fishburn(0, 1, 0, -1)
    assert knuth(0, 1, 0, -1)
    for a, b, v, r in weak_orders(4):
        if a < b and max(a, b, v, r) < 2:
            assert fishburn(a, b, v, r) == fishburn(a, b, r, v) == knuth(a, b, v, r)


def test_fishburn_fails_for_f2_in_an_empty_window_but_not_on_a_smaller_tree() -> None:
    """With alpha = beta = 0, F2 returns 0 for [[1]], which is neither its value nor a lower bound of at least beta."""
    f2 = CUTS_AT_EQUALITY["f2"]
    assert f2(from_nested([[1]]), 0, 0, 0) == 0
    assert not fishburn(0, 0, 1, 0)
    for a, b, v in weak_orders(3):
        for nested in (v, [v]) if a >= b else ():
            for max_at_root in (True, False):
                tree = from_nested(nested, max_at_root=max_at_root)
                assert min(v, b) <= f2(tree, 0, a, b) <= max(v, a)
