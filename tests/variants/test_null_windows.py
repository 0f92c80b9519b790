"""Null windows on all small trees: they are right for any ordered values, and read the same leaves for integers."""

from fractions import Fraction
from itertools import combinations, product
from math import nextafter

import pytest

from prunecheck import INF, ExplicitTree, Number, Search, from_nested
from prunecheck.oracle.minimax import value
from prunecheck.trees.small import filled, shapes, weak_orders
from prunecheck.trees.views.mirrored import mover
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.variants.null_windows.ask import ask
from prunecheck.variants.null_windows.scout import scout
from searches import SCOUTS

LEAVES = 3


def small_trees() -> list[ExplicitTree[Number]]:
    """All trees with up to three leaves and at most one single child, both players, all orders of leaves."""
    return [
        from_nested(filled(shape, iter(ranks)), max_at_root=player)
        for leaves, singles in product(range(1, LEAVES + 1), range(2))
        for shape in shapes(leaves, single_children=singles)
        for ranks in weak_orders(leaves)
        for player in (True, False)
    ]


@pytest.mark.parametrize("strict", [True, False])
def test_a_null_window_question_reads_what_fail_soft_reads_in_the_null_window_of_integers(strict: bool) -> None:
    """The value and the leaves are the same, in order."""
    for tree, bound in product(small_trees(), range(-LEAVES, LEAVES + 1)):
        asked, searched = recorded(tree), recorded(tree)
        window = (bound, bound + 1) if strict else (bound - 1, bound)
        assert ask(mover(asked), 0, bound, strict) == fail_soft(mover(searched), 0, *window)
        assert asked.leaves == searched.leaves


@pytest.mark.parametrize("step", [1e-300, Fraction(1, 10**30), 0.25])
def test_a_null_window_question_is_right_for_values_that_differ_by_less_than_one(step: Number) -> None:
    """The answer is a right bound: below the value if the search fails high, and above it if the search fails low."""
    for ranks, nth, strict in product(small_trees(), range(-2, 3), (True, False)):
        tree, bound = ranks.with_values(lambda rank: rank * step), nth * step
        found = ask(mover(tree), 0, bound, strict)
        true = value(tree, 0) if tree.is_max(0) else -value(tree, 0)
        yes = true > bound if strict else true >= bound
        assert (bound < found if strict else bound <= found) is yes
        assert found <= true if yes else true <= found


CLOSE: dict[str, list[Number]] = {  # no whole number lies between any two
    "quarters": [0.25, 0.5, 0.75],
    "tiny": [0.0, 1e-300, 2e-300],
    "fractions": [Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30), Fraction(1, 2)],
    "adjacent": [0.1, nextafter(0.1, 1), nextafter(nextafter(0.1, 1), 1)],
    "huge": [1e300, nextafter(1e300, INF), nextafter(nextafter(1e300, INF), INF)],
    "infinite": [-INF, 0, INF],
}


@pytest.mark.parametrize("close", CLOSE.values(), ids=CLOSE)
@pytest.mark.parametrize("search", SCOUTS.values(), ids=SCOUTS)
def test_each_search_ends_with_the_value_if_no_integer_step_fits(search: Search, close: list[Number]) -> None:
    """The search ends in every window between values closer than 1, whether they are adjacent or infinite."""
    for ranks in small_trees():
        tree = ranks.with_values(lambda rank: close[int(rank)])
        true = value(tree, 0)
        for low, high in combinations([-INF, *close, INF], 2):
            if low < high:
                found = search(tree, 0, low, high)
                assert min(true, high) <= found <= max(true, low)


def test_scout_takes_values_without_a_negative() -> None:
    """The values are tuples of a result and the number of plies to it."""
    tree = from_nested([[(1, -3), (0, 0)], [(1, -1), (1, -5)], [(-1, 9)]], of=tuple)
    assert scout(tree, 0) == value(tree, 0) == (1, -5)
