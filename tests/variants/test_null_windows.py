"""The null-window question on all small trees: right for any ordered values, and the leaves of the integers' window."""

from fractions import Fraction
from itertools import product

import pytest

from prunecheck import ExplicitTree, Number, from_nested
from prunecheck.oracle.minimax import value
from prunecheck.trees.small import filled, shapes, weak_orders
from prunecheck.trees.views.mirrored import mover
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.variants.null_windows.ask import ask

LEAVES = 3


def small_trees() -> list[ExplicitTree[Number]]:
    """All trees with up to three leaves and one single child, both players, all orders of leaves."""
    return [
        from_nested(filled(shape, iter(ranks)), max_at_root=player)
        for leaves, singles in product(range(1, LEAVES + 1), range(2))
        for shape in shapes(leaves, single_children=singles)
        for ranks in weak_orders(leaves)
        for player in (True, False)
    ]


@pytest.mark.parametrize("strict", [True, False])
def test_the_question_reads_what_fail_soft_reads_in_the_null_window_of_integers(strict: bool) -> None:
    """The same value and the same leaves, in order."""
    for tree, bound in product(small_trees(), range(-LEAVES, LEAVES + 1)):
        asked, searched = recorded(tree), recorded(tree)
        window = (bound, bound + 1) if strict else (bound - 1, bound)
        assert ask(mover(asked), 0, bound, strict) == fail_soft(mover(searched), 0, *window)
        assert asked.leaves == searched.leaves


@pytest.mark.parametrize("step", [1e-300, Fraction(1, 10**30), 0.25])
def test_the_question_is_right_for_values_that_differ_by_less_than_one(step: Number) -> None:
    """The answer is a bound on the value, on the right side."""
    for ranks, nth, strict in product(small_trees(), range(-LEAVES, LEAVES + 1), (True, False)):
        tree, bound = ranks.with_values(lambda rank: rank * step), nth * step
        found = ask(mover(tree), 0, bound, strict)
        true = value(tree, 0) if tree.is_max(0) else -value(tree, 0)
        yes = true > bound if strict else true >= bound
        assert (bound < found if strict else bound <= found) is yes
        assert found <= true if yes else true <= found
