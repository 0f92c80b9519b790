"""Theorems on fail-soft with other start values, theorems on search from the right, and statements that are false.

T. Nipkow, Alpha_Beta_Pruning (Archive of Formal Proofs), theory Alpha_Beta_Linear; general start values are due to
Junkang Li et al. there. Tests are named after its lemmas, with `prime` for an apostrophe. The searches are those of
`linear_orders`, from their definitions; fail-soft itself is the case that starts at the bottom of the order.
"""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linear_orders import (
    Start,
    any_ends,
    below,
    fishburn,
    hard_from_right,
    knuth,
    lb_ub,
    mirrored,
    not_above,
    soft_from_left,
    soft_from_right,
    squash,
)
from prunecheck import INF, ExplicitTree, Number, from_nested
from prunecheck.oracle.minimax import values
from prunecheck.strategies import trees
from prunecheck.theorems.results import visited_tree
from searches import CUTS_AT_EQUALITY

Steps = Sequence[int | None]  # distance from a node's bound to the start of its loop; None is the end of the order

TREES = trees(shared=False, static_values=False)
STEPS = st.lists(st.none() | st.integers(0, 3), min_size=1, max_size=4)
HARD, SOFT = CUTS_AT_EQUALITY["f2"], CUTS_AT_EQUALITY["fail_soft"]


def starts(steps: Steps) -> tuple[Start, Start]:
    """The start value of each node, by node number: at most a for MAX, and at least b for MIN."""

    def low(node: int, a: Number) -> Number:
        step = steps[node % len(steps)]
        return -INF if step is None else a - step

    def high(node: int, b: Number) -> Number:
        return -low(node, -b)

    return low, high


def starts_up_to_truth(steps: Steps, known: dict[int, Number]) -> tuple[Start, Start]:
    """Start values at or below max(a, v) for MAX, at or above min(b, v) for MIN."""
    low, high = starts(steps)
    return (lambda node, a: low(node, max(a, known[node]))), (lambda node, b: high(node, min(b, known[node])))


@given(tree=TREES, steps=STEPS)
def test_fishburn_abil01_prime_and_abil0_prime_exact(tree: ExplicitTree[Number], steps: list[int | None]) -> None:
    """Fail-soft whose loops start at or below a satisfies `fishburn` and `lb_ub`, and returns a value in [a, b]."""
    search, v = soft_from_left(*starts(steps)), values(tree, tree.root)[tree.root]
    for a, b in not_above(tree):
        s = search(tree, tree.root, a, b)
        assert fishburn(a, b, v, s) or a == b
        assert lb_ub(a, b, v, s)
        assert s == v or not a <= v <= b


@given(tree=TREES)
def test_loops_that_start_at_the_bottom_are_fail_soft(tree: ExplicitTree[Number]) -> None:
    """Fishburn's form is LeftSoft with its start at the end of the order."""
    search = soft_from_left(*starts([None]))
    for a, b in not_above(tree):
        assert search(tree, tree.root, a, b) == SOFT(tree, tree.root, a, b)


@given(tree=TREES, steps=STEPS)
def test_fishburn_abir01_prime_and_abir0_prime_exact(tree: ExplicitTree[Number], steps: list[int | None]) -> None:
    """From the right, the loops of fail-soft may even start at max(a, v): the same three statements hold."""
    known = values(tree, tree.root)
    search, v = soft_from_right(*starts_up_to_truth(steps, known)), known[tree.root]
    for a, b in not_above(tree):
        s = search(tree, tree.root, a, b)
        assert fishburn(a, b, v, s) or a == b
        assert lb_ub(a, b, v, s)
        assert s == v or not a <= v <= b


@given(tree=TREES, steps=st.lists(st.tuples(st.integers(0, 3), st.none() | st.integers(0, 3)), min_size=1, max_size=4))
def test_fishburn_abir0_prime_mono(tree: ExplicitTree[Number], steps: list[tuple[int, int | None]]) -> None:
    """Of two start values not above the node's bound, the higher one gives a result that is at least as tight."""
    higher = soft_from_right(*starts([step for step, _ in steps]))
    lower = soft_from_right(*starts([None if more is None else step + more for step, more in steps]))
    for a, b in below(tree):
        assert fishburn(a, b, lower(tree, tree.root, a, b), higher(tree, tree.root, a, b))


@given(tree=TREES)
def test_abr01_mm(tree: ExplicitTree[Number]) -> None:
    """From the right, fail-hard's result, clamped to the window, is the clamped value, in any window."""
    v = values(tree, tree.root)[tree.root]
    for a, b in any_ends(tree):
        assert squash(a, hard_from_right(tree, tree.root, a, b), b) == squash(a, v, b)


@given(tree=TREES)
def test_fishburn_abr01_and_abr0_exact(tree: ExplicitTree[Number]) -> None:
    """From the right, fail-hard satisfies `fishburn` if a < b, and returns a value in [a, b]."""
    v = values(tree, tree.root)[tree.root]
    for a, b in not_above(tree):
        h = hard_from_right(tree, tree.root, a, b)
        assert fishburn(a, b, v, h) or a == b
        assert h == v or not a <= v <= b


@pytest.mark.slow
@given(tree=TREES)
def test_fishburn2_abr01_abr01_prime_and_snd_abtr01_prime_abtr01(tree: ExplicitTree[Number]) -> None:
    """From the right as well, fail-soft is at least as tight as fail-hard and searches the same tree."""
    soft = soft_from_right(*starts([None]))
    for a, b in below(tree):
        assert fishburn(a, b, soft(tree, tree.root, a, b), hard_from_right(tree, tree.root, a, b))
        assert visited_tree(soft, tree, a, b) == visited_tree(hard_from_right, tree, a, b)


@given(tree=TREES)
def test_search_from_the_right_is_search_from_the_left_on_the_mirrored_tree(tree: ExplicitTree[Number]) -> None:
    """The search from the right is compared with F2, with a < b."""
    image = mirrored(tree)
    for a, b in below(tree):
        assert HARD(tree, tree.root, a, b) == hard_from_right(image, image.root, a, b)


# Not theorems: each statement has a witness against it.


def test_fishburn_is_not_symmetric() -> None:
    """For a = 0, 0 is a bound on -1, but -1 is not a bound on 0."""
    assert fishburn(0, 1, -1, 0)
    assert not fishburn(0, 1, 0, -1)


def test_knuth_does_not_imply_fishburn() -> None:
    """The result -1 for the value 0 is on the right side of the window (0, 1), but is not a bound."""
    assert knuth(0, 1, 0, -1)
    assert not fishburn(0, 1, 0, -1)


def test_knuth_is_not_exact_at_the_ends_of_the_window() -> None:
    """With a <= v <= b, the result may differ from v = a, although its clamped value is right."""
    assert knuth(0, 1, 0, -1)
    assert squash(0, 0, 1) == squash(0, -1, 1)


def test_lb_ub_and_knuth_imply_neither_the_other() -> None:
    """The result 2 for the value 1 at b = 2 satisfies only `lb_ub`; -1 for 0 at a = 0 satisfies only `knuth`."""
    assert lb_ub(0, 2, 1, 2)
    assert not knuth(0, 2, 1, 2)
    assert knuth(0, 2, 0, -1)
    assert not lb_ub(0, 2, 0, -1)


def test_lb_ub_does_not_imply_fishburn() -> None:
    """The result 2 for the value 1 stays within [0, 2], but is not a lower bound."""
    assert lb_ub(0, 2, 1, 2)
    assert not fishburn(0, 2, 1, 2)


def test_fishburn_fails_in_an_empty_window() -> None:
    """With a = b = 0, from the right or with the delayed test, nothing below [1, 0] is searched: 0 instead of 1."""
    tree = from_nested([1, 0])
    assert values(tree, tree.root)[tree.root] == 1
    for search in (hard_from_right, soft_from_right(lambda node, a: a, lambda node, b: b)):
        assert search(tree, tree.root, 0, 0) == 0
    assert CUTS_AT_EQUALITY["delayed_test"](tree, tree.root, 0, 0) == 0
    assert not fishburn(0, 0, 1, 0)


def test_fishburn_fails_in_an_empty_window_for_f2_one_level_deeper() -> None:
    """F2 tests after the search of a child, so [1, 0] is right, but [[1]] is not."""
    assert HARD(from_nested([1, 0]), 0, 0, 0) == 1
    assert HARD(from_nested([[1]]), 0, 0, 0) == 0
    assert not fishburn(0, 0, 1, 0)


def test_source_000_is_not_f2_in_an_empty_window() -> None:
    """F2 returns its best value, which includes alpha, once it is at least beta; 000 only tests the new value."""
    tree = from_nested([-1, 5])
    assert HARD(tree, 0, 0, 0) == 0
    assert CUTS_AT_EQUALITY["negamax_alpha_beta"](tree, 0, 0, 0) == 5


def test_a_result_need_not_lie_in_the_window() -> None:
    """Leaves are not clamped, so fail-hard returns 2 for [2] in (0, 1)."""
    assert HARD(from_nested([2]), 0, 0, 1) == 2


def test_fail_hard_and_fail_soft_differ_in_value() -> None:
    """Above [[1]] in (2, 3), fail-soft proves at most 1, and fail-hard at most 2."""
    tree = from_nested([[1]])
    assert (SOFT(tree, 0, 2, 3), HARD(tree, 0, 2, 3)) == (1, 2)


def test_a_start_above_the_own_bound_may_be_less_tight_when_lowered() -> None:
    """Monotony needs start values of at most a: for [1] in (-inf, 0), the start values 0 and 1 give 0 and 1."""
    tree = from_nested([1])
    results = [
        soft_from_right(*starts_up_to_truth([step], values(tree, tree.root)))(tree, tree.root, -INF, 0)
        for step in (1, 0)
    ]
    assert results == [0, 1]
    assert not fishburn(-INF, 0, *results)
