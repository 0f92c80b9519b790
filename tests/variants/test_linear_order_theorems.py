"""The theorems of T. Nipkow's Alpha_Beta_Pruning for linear orders, each tested as a property of our forms.

Archive of Formal Proofs, theory Alpha_Beta_Linear; tests are named after its lemmas, with `prime` for an apostrophe.
Its ab_max is `moving_bounds` and `f2` and, if a < b, `negamax_alpha_beta`; ab_max' is `fail_soft`,
`inherited_bounds` and `explicit_stack`; ab_max2 is `clamped`; ab_max3 is `delayed_test`. One test covers its MAX and
its MIN side, over trees with either player at the root. If a theorem allows a = b or a > b, so do the windows here.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linear_orders import (
    Ends,
    any_ends,
    at_least,
    at_most,
    below,
    delayed_by_order,
    fishburn,
    hard_by_order,
    hard_max,
    hard_min,
    knuth,
    lb_ub,
    not_above,
)
from prunecheck import FULL, ExplicitTree, Number, Search
from prunecheck.oracle.minimax import values
from prunecheck.strategies import trees
from prunecheck.theorems.results import is_prefix, visited_tree
from prunecheck.trees.small import weak_orders
from prunecheck.variants.call_forms import by_player
from searches import CUTS_AT_EQUALITY, PRUNES_NOTHING

TREES = trees(shared=False, static_values=False)  # as in the theory, no node has two parents
HARD_ANYWHERE = {name: CUTS_AT_EQUALITY[name] for name in ("moving_bounds", "f2")}
HARD = HARD_ANYWHERE | {"negamax_alpha_beta": CUTS_AT_EQUALITY["negamax_alpha_beta"]}
SOFT = {name: CUTS_AT_EQUALITY[name] for name in ("fail_soft", "inherited_bounds", "explicit_stack")}
CLAMPED, DELAYED = CUTS_AT_EQUALITY["clamped"], CUTS_AT_EQUALITY["delayed_test"]
HARD_PAIR = by_player(hard_max, hard_min)

of_hard_anywhere = pytest.mark.parametrize("hard", HARD_ANYWHERE.values(), ids=HARD_ANYWHERE)
of_hard = pytest.mark.parametrize("hard", HARD.values(), ids=HARD)
of_soft = pytest.mark.parametrize("soft", SOFT.values(), ids=SOFT)
of_both = pytest.mark.parametrize("search", [*HARD.values(), *SOFT.values()], ids=[*HARD, *SOFT])


def around(inner: Ends, windows: list[Ends]) -> list[Ends]:
    """The windows that contain `inner`."""
    return [(a, b) for a, b in windows if a <= inner[0] and inner[1] <= b]


def truth_of(tree: ExplicitTree[Number]) -> Number:
    return values(tree, tree.root)[tree.root]


# Theorems on numbers: at most five numbers are involved, so all weak orders are checked.


def test_mm_iff_knuth_and_knuth_comm() -> None:
    """With a < b, clamping makes two numbers equal if and only if they are equal inside and on one side outside."""
    for a, b, x, y in weak_orders(4):
        if a < b:
            assert (max(a, min(x, b)) == max(a, min(y, b))) == knuth(a, b, y, x) == knuth(a, b, x, y)


def test_fishburn_iff_min_max_and_fishburn2() -> None:
    """With a < b, `fishburn` is equivalent to min(v, b) <= r <= max(v, a), and to two implications."""
    for a, b, v, r in weak_orders(4):
        if a < b:
            assert fishburn(a, b, v, r) == (min(v, b) <= r <= max(v, a))
            assert fishburn(a, b, v, r) == ((r <= a or v >= r) and (r >= b or v <= r))


def test_knuth_if_fishburn_and_fishburn_exact() -> None:
    """In any window `fishburn` implies `knuth` and `lb_ub`, and r = v wherever a <= v <= b."""
    for a, b, v, r in weak_orders(4):
        if fishburn(a, b, v, r):
            assert knuth(a, b, v, r)
            assert lb_ub(a, b, v, r)
            assert r == v or not a <= v <= b


def test_trans_fishburn() -> None:
    """A bound on a bound is a bound on the value."""
    for a, b, x, y, z in weak_orders(5):
        if fishburn(a, b, x, y) and fishburn(a, b, y, z):
            assert fishburn(a, b, x, z)


# From the left, fail-hard.


@of_hard_anywhere
@given(tree=TREES)
def test_ab_maxs_ge_a_and_ab_mins_le_b(hard: Search, tree: ExplicitTree[Number]) -> None:
    """The loop over children never returns less than a at MAX, nor more than b at MIN."""
    for a, b in any_ends(tree):
        h = hard(tree, tree.root, a, b)
        assert tree.is_terminal(tree.root) or (h >= a if tree.is_max(tree.root) else h <= b)


@of_hard
@given(tree=TREES)
def test_fishburn_val_ab_and_knuth_val_ab(hard: Search, tree: ExplicitTree[Number]) -> None:
    """Fail-hard without clamping satisfies `fishburn`, and so `knuth`."""
    v = truth_of(tree)
    for a, b in below(tree):
        h = hard(tree, tree.root, a, b)
        assert fishburn(a, b, v, h)
        assert knuth(a, b, v, h)


@of_both
@given(tree=TREES)
def test_ab_max_bot_top(search: Search, tree: ExplicitTree[Number]) -> None:
    """With the full window the value is exact."""
    assert search(tree, tree.root, FULL.alpha, FULL.beta) == truth_of(tree)


@of_hard_anywhere
@given(tree=TREES)
def test_ab_max_le_b_and_ab_max_exact(hard: Search, tree: ExplicitTree[Number]) -> None:
    """A value in [a, b] is returned, even at the ends and with a = b; a value not beyond the far end stays so."""
    v = truth_of(tree)
    for a, b in not_above(tree):
        h = hard(tree, tree.root, a, b)
        assert h == v or not a <= v <= b
        assert (h <= b or v > b) if tree.is_max(tree.root) else (h >= a or v < a)


@pytest.mark.slow_cases("f2")
@of_hard_anywhere
@given(tree=TREES)
def test_ab_max_ab_minmax_and_ab_max_negmax(hard: Search, tree: ExplicitTree[Number]) -> None:
    """One function with a MAX and a MIN branch, and one that negates, equal the pair of functions in any window."""
    for a, b in any_ends(tree):
        assert hard(tree, tree.root, a, b) == HARD_PAIR(tree, tree.root, a, b)
        assert visited_tree(hard, tree, a, b) == visited_tree(HARD_PAIR, tree, a, b)


@given(tree=TREES)
def test_negmax_maxmin(tree: ExplicitTree[Number]) -> None:
    """Negamax on the tree, seen by the side to move, is minimax."""
    v = truth_of(tree)
    assert PRUNES_NOTHING["negamax"](tree, tree.root, FULL.alpha, FULL.beta) == v
    assert PRUNES_NOTHING["minimax"](tree, tree.root, FULL.alpha, FULL.beta) == v


@pytest.mark.slow_cases("f2")
@of_hard_anywhere
@given(tree=TREES)
def test_ab_max_ab_le(hard: Search, tree: ExplicitTree[Number]) -> None:
    """One function abstracted over the order equals the pair of functions as well, in any window."""
    for a, b in any_ends(tree):
        ends, order = ((a, b), at_most) if tree.is_max(tree.root) else ((b, a), at_least)
        assert hard_by_order(tree, tree.root, *ends, order) == hard(tree, tree.root, a, b)


@pytest.mark.fast_cases("f2")
@of_hard
@given(tree=TREES)
def test_ab_max_ab_le3_and_ab_max3_ab_max(hard: Search, tree: ExplicitTree[Number]) -> None:
    """With a < b, the delayed test changes neither value nor visits, in the pair or in the abstracted function."""
    for a, b in below(tree):
        ends, order = ((a, b), at_most) if tree.is_max(tree.root) else ((b, a), at_least)
        h = hard(tree, tree.root, a, b)
        assert h == DELAYED(tree, tree.root, a, b) == delayed_by_order(tree, tree.root, *ends, order)
        assert visited_tree(DELAYED, tree, a, b) == visited_tree(hard, tree, a, b)


@given(tree=TREES)
def test_ab_max2_max_min_maxmin(tree: ExplicitTree[Number]) -> None:
    """With clamped leaves, the result is max(a, min(v, b)), also with a = b."""
    v = truth_of(tree)
    for a, b in not_above(tree):
        assert CLAMPED(tree, tree.root, a, b) == max(a, min(v, b))


# From the left, fail-soft.


@of_soft
@given(tree=TREES)
def test_fishburn_val_ab_prime(soft: Search, tree: ExplicitTree[Number]) -> None:
    """Fail-soft satisfies `fishburn`."""
    v = truth_of(tree)
    assert all(fishburn(a, b, v, soft(tree, tree.root, a, b)) for a, b in below(tree))


@pytest.mark.fast_cases("f2-*")
@of_soft
@of_hard
@given(tree=TREES)
def test_fishburn_ab_prime_ab(hard: Search, soft: Search, tree: ExplicitTree[Number]) -> None:
    """Fail-soft is at least as tight as fail-hard: it satisfies `fishburn` relative to fail-hard's result."""
    for a, b in below(tree):
        assert fishburn(a, b, soft(tree, tree.root, a, b), hard(tree, tree.root, a, b))


@of_soft
@given(tree=TREES)
def test_ab_max_prime_lb_ub_and_ab_max_prime_exact(soft: Search, tree: ExplicitTree[Number]) -> None:
    """With a <= b, fail-soft stays on the true value's side of each end, and returns a value in [a, b]."""
    v = truth_of(tree)
    for a, b in not_above(tree):
        s = soft(tree, tree.root, a, b)
        assert lb_ub(a, b, v, s)
        assert s == v or not a <= v <= b


# Searched trees.


@pytest.mark.fast_cases("f2-explicit_stack")
@of_soft
@of_hard
@given(tree=TREES)
def test_abt_max_prime_abt_max(hard: Search, soft: Search, tree: ExplicitTree[Number]) -> None:
    """Fail-soft and fail-hard search the same tree."""
    for a, b in below(tree):
        assert visited_tree(soft, tree, a, b) == visited_tree(hard, tree, a, b)


@pytest.mark.fast_cases("f2", "fail_soft")
@of_both
@given(tree=TREES, data=st.data())
def test_fishburn_ab_max_windows(search: Search, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """In a wider window, the result is at least as tight, for fail-hard and for fail-soft."""
    windows = below(tree)
    a, b = data.draw(st.sampled_from(windows))
    narrow = search(tree, tree.root, a, b)
    assert all(fishburn(a, b, search(tree, tree.root, *wide), narrow) for wide in around((a, b), windows))


@of_hard_anywhere
@given(tree=TREES, data=st.data())
def test_abt_max_prefix_windows(hard: Search, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """A narrower window searches a prefix of the wider window's tree; for fail-hard also if the window is empty."""
    windows = any_ends(tree)
    inner = data.draw(st.sampled_from(windows))
    narrow = visited_tree(hard, tree, *inner)
    assert all(is_prefix(narrow, visited_tree(hard, tree, *wide)) for wide in around(inner, windows))


@of_soft
@given(tree=TREES, data=st.data())
def test_abt_max_prime_prefix_windows(soft: Search, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """With a < b, fail-soft, too, searches a prefix of the wider window's tree."""
    windows = below(tree)
    inner = data.draw(st.sampled_from(windows))
    narrow = visited_tree(soft, tree, *inner)
    assert all(is_prefix(narrow, visited_tree(soft, tree, *wide)) for wide in around(inner, windows))


# The cache lemma: a bound from one search narrows the window of the next.


@pytest.mark.fast_cases("f2", "fail_soft")
@of_both
@given(tree=TREES, data=st.data())
def test_ab_twice_lb(search: Search, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """A result that failed high may raise the lower end of any later window whose upper end is above the result."""
    v, windows = truth_of(tree), below(tree)
    a, b = data.draw(st.sampled_from(windows))
    bound = search(tree, tree.root, a, b)
    for later_a, later_b in windows if bound >= b else []:
        if max(later_a, bound) < later_b:
            assert fishburn(later_a, later_b, v, search(tree, tree.root, max(later_a, bound), later_b))


@pytest.mark.fast_cases("fail_soft")
@of_both
@given(tree=TREES, data=st.data())
def test_ab_twice_ub(search: Search, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """A result that failed low may lower the upper end of any later window whose lower end is below the result."""
    v, windows = truth_of(tree), below(tree)
    a, b = data.draw(st.sampled_from(windows))
    bound = search(tree, tree.root, a, b)
    for later_a, later_b in windows if bound <= a else []:
        if later_a < min(later_b, bound):
            assert fishburn(later_a, later_b, v, search(tree, tree.root, later_a, min(later_b, bound)))
