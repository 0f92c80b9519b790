"""Forms need little: children may come one by one and never end, and equal values may be different objects.

Results outside the window are consistent, too: forms of one kind return the same.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from inspect import unwrap
from itertools import chain, repeat

import pytest

from prunecheck import INF, ExplicitTree, Number, PreconditionError, Search, Tree, TreeError, Window, from_nested
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import run
from prunecheck.trees.moves import Moves
from prunecheck.trees.protocol import N
from prunecheck.trees.small import filled, shapes, weak_orders
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.mirrored import negated
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.call_forms import guarded, on_moves
from searches import CUTS_AT_EQUALITY, CUTS_WHEN_CROSSED, FORM, PARENTS_BOUND_ONLY, SAME_VALUES, SCOUTS

CUTTING: dict[str, Search] = {
    **CUTS_AT_EQUALITY,
    "strict_test": CUTS_WHEN_CROSSED,
    "f1": PARENTS_BOUND_ONLY,
    **SCOUTS,
}
EVERY: dict[str, Search] = {**FORM, **SCOUTS}
ENOUGH = 50
# without `hughes`, which evaluates fewer leaves
KINDS = (tuple(name for name in group if name != "hughes") for group in SAME_VALUES.values())
ONE_FUNCTION = tuple(kind for kind in KINDS if len(kind) > 1)


class OneByOne(Inner[int, Number]):
    """A tree with lazy children; after a node's last child, that child is repeated forever."""

    def __init__(self, tree: ExplicitTree[Number], endless: int) -> None:
        super().__init__(tree)
        self._endless = endless

    def children(self, node: int, /) -> Iterator[int]:
        """Yield the children. Raises: AssertionError for a search that reads all children of an endless node."""
        known = list(super().children(node))
        for nth, child in enumerate(chain(known, repeat(known[-1]) if node == self._endless else ())):
            assert nth < ENOUGH, "children that are cut off have been asked for"
            yield child


@pytest.mark.parametrize("max_at_root", [True, False], ids=["max", "min"])
@pytest.mark.parametrize("name", CUTTING)
def test_children_after_a_cutoff_are_never_generated(name: str, max_at_root: bool) -> None:
    """A refuted node may have endless children, so the search must leave it without reading them all."""
    sign = 1 if max_at_root else -1
    tree = from_nested([4 * sign, [3 * sign, 1 * sign]], max_at_root=max_at_root)
    assert CUTTING[name](OneByOne(tree, 2), 0, -INF, INF) == 4 * sign


class Afresh(Inner[int, Number]):
    """A tree whose values are new objects each time: equal values are never identical."""

    def evaluate(self, node: int, /) -> Number:
        """The value as a new Fraction."""
        return Fraction(super().evaluate(node))


@cache
def small_cases() -> list[tuple[ExplicitTree[Number], list[Window[Number]]]]:
    """All trees with up to three leaves and no single child, with both players and all distinct windows."""
    return [
        (tree, Case(tree).windows)
        for leaves in (1, 2, 3)
        for shape in shapes(leaves)
        for ranks in weak_orders(leaves)
        for player in (True, False)
        for tree in [from_nested(filled(shape, iter(ranks)), max_at_root=player)]
    ]


def another_object(end: Number) -> Number:
    """An equal but different object for a window's end; each infinity is one object."""
    return end if abs(end) == INF else Fraction(end)


@pytest.mark.parametrize("name", EVERY)
def test_a_form_compares_values_and_not_objects(name: str) -> None:
    """If every value is a new object, it evaluates the same leaves and returns an equal value."""
    for tree, windows in small_cases():
        for window in windows:
            log = recorded(Afresh(tree))
            known = run(EVERY[name], tree, window)
            assert EVERY[name](log, 0, another_object(window.alpha), another_object(window.beta)) == known.found
            assert log.leaves == known.leaves


@pytest.mark.parametrize("name", EVERY)
def test_a_form_treats_both_players_alike(name: str) -> None:
    """If values and window are negated and players exchanged, it evaluates the same leaves and negates its value."""
    for tree, windows in small_cases():
        for window in windows:
            here, there = recorded(tree), recorded(negated(tree))
            assert EVERY[name](here, 0, window.alpha, window.beta) == -EVERY[name](
                there, 0, -window.beta, -window.alpha
            )
            assert here.leaves == there.leaves


@pytest.mark.parametrize("kind", ONE_FUNCTION, ids=" ".join)
def test_forms_of_one_kind_are_the_same_function(kind: tuple[str, ...]) -> None:
    """Even outside the window, where contracts leave a choice, they return the same value after the same leaves."""
    for tree, windows in small_cases():
        for window in windows:
            found = [run(FORM[name], tree, window) for name in kind]
            assert {result.found for result in found} == {found[0].found}, (tree, window)
            assert all(result.leaves == found[0].leaves for result in found)


def test_a_form_that_does_not_take_a_move_back_is_an_error() -> None:
    """The caller checks that the position is unchanged after the call."""

    def forgets(position: Moves[int, Number], alpha: Number, beta: Number, /) -> Number:
        position.make(0)
        position.make(1)
        return 3

    for max_at_root in (True, False):
        tree = from_nested([[3, 5], [2, 9]], max_at_root=max_at_root)
        with pytest.raises(TreeError, match=r"^the search did not take back 2 of its moves$"):
            on_moves(forgets)(tree, 0, -INF, INF)


def test_a_guarded_search_only_converts_recursion_errors() -> None:
    """Python's own error is replaced by one that names the search; the unguarded search is available as well."""

    def deep(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_terminal(node):
            raise KeyError(node)
        return deep(tree, node, alpha, beta)

    search = guarded(deep, "deep")
    with pytest.raises(PreconditionError, match=r"^deep is recursive, and the tree is deeper"):
        search(from_nested([1]), 0, -INF, INF)
    with pytest.raises(KeyError):
        search(from_nested(1), 0, -INF, INF)
    assert unwrap(search) is deep
