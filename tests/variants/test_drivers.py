"""Drivers call any form, return the true value, and satisfy their own contracts."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import INF, ExplicitTree, Number, Search, Tree, TreeError, Window, from_nested
from prunecheck.catalog import VARIANTS
from prunecheck.catalog.forms import FORMS
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import best_moves, value
from prunecheck.strategies import trees
from prunecheck.strategies.encoding import TABLE, Kind, decode
from prunecheck.trees.protocol import N
from prunecheck.trees.search import Choice
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.pruned import best_half, decided
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL
from prunecheck.variants.call_forms import by_player, for_mover
from prunecheck.variants.drivers.aspiration import aspiration
from prunecheck.variants.drivers.best_first import best_first
from prunecheck.variants.drivers.carried_window import carried_window
from prunecheck.variants.drivers.choose_move import choose_move
from prunecheck.variants.drivers.deepening import deepening
from prunecheck.variants.drivers.principal_line import principal_line
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.variants.forms.strict_test import strict_test
from prunecheck.variants.forms.two_functions import max_value, min_value

EACH_FORM = pytest.mark.parametrize("form", [form.form for form in FORMS], ids=[form.name for form in FORMS])
SOFT, HARD = for_mover(fail_soft), by_player(max_value, min_value)
STATIC = next(byte for byte, mark in enumerate(TABLE) if mark.kind is Kind.STATIC)

with_static_values = st.binary(min_size=6, max_size=30).map(lambda marks: decode(marks + bytes([STATIC])))
guesses = st.sampled_from([0, 1, -3, 1 / 2, 10**30, -(10**400), INF, -INF])
margins = st.sampled_from([1, 1 / 4, 10**31, 2.0**-60])


@pytest.mark.fast_cases("f1", "f2", "fail_soft", "minimax")
@EACH_FORM
@given(tree=trees())
def test_the_root_drivers_find_the_first_best_move_with_any_form(form: Search, tree: ExplicitTree[Number]) -> None:
    """`carried_window` always finds the first best move.

    `choose_move` finds it unless all moves have the worst possible value.
    """
    truth = value(tree, tree.root)
    first = best_moves(tree, tree.root)[:1]
    assert carried_window(tree, tree.root, form, -INF, INF) == Choice(truth, first[0] if first else None)
    worst = -INF if tree.is_max(tree.root) else INF
    chosen = choose_move(tree, tree.root, form)
    assert chosen.value == truth
    assert chosen.move == (None if truth == worst or not first else first[0])


@pytest.mark.fast_cases("f1", "f2", "fail_soft", "minimax")
@EACH_FORM
@given(tree=trees(), guess=guesses, margin=margins)
def test_aspiration_ends_after_two_searches_with_the_true_value(
    form: Search, tree: ExplicitTree[Number], guess: Number, margin: Number
) -> None:
    """The value may be inside or the window may fail low or high, with any guess and any ordered values."""
    found = aspiration(tree, tree.root, form, guess, margin)
    assert found.value == value(tree, tree.root)
    assert len(found.windows) <= 2


def test_aspiration_says_how_its_guess_failed() -> None:
    """The second window is open on the side where the value is."""
    tree = from_nested([[3, 5], [2, 9]])
    assert aspiration(tree, 0, SOFT, 3, 1).windows == (Window(2, 4),)
    assert aspiration(tree, 0, SOFT, 9, 1).windows == (Window(8, 10), Window(-INF, 10))
    assert aspiration(tree, 0, SOFT, 0, 1).windows == (Window(-1, 1), Window(-1, INF))
    assert aspiration(tree, 0, SOFT, INF, 1).windows == (FULL,)


@pytest.mark.parametrize("guess", [2.0**53, -(2.0**53), 2.0**54, 10**30, -(10**30), -INF, INF])
def test_a_margin_lost_to_rounding_opens_the_window(guess: float) -> None:
    """Near a power of two, one end may be rounded to the guess; if an int is rounded, both ends may exceed it."""
    assert aspiration(from_nested([[3, 5], [2, 9]]), 0, SOFT, guess, 1.0).windows == (FULL,)


@pytest.mark.fast_cases("f1", "f2", "fail_soft", "minimax")
@EACH_FORM
@given(tree=with_static_values)
def test_each_depth_of_deepening_is_minimax_on_the_cut_tree(form: Search, tree: ExplicitTree[Number]) -> None:
    """The guess from the previous depth does not change the value."""
    found = deepening(tree, tree.root, form, 4, 1)
    shallow = [cut(tree, plies) for plies in (1, 2, 3, 4)]
    assert [result.value for result in found] == [value(example, example.root) for example in shallow]


def test_deepening_guesses_the_previous_value_and_ends_with_the_tree() -> None:
    """Without a depth, it continues until no search has stopped at a node that has children."""
    tree = ExplicitTree([[1], [2], [3], []], [0, 10, 20, 30], [True, False, True, False])
    found = deepening(tree, 0, SOFT, None, 1)
    assert [result.value for result in found] == [10, 20, 30]
    assert [result.windows[0] for result in found] == [FULL, Window(9, 11), Window(19, 21)]
    assert deepening(tree, 3, SOFT, None, 1) == [(30, (FULL,))]
    assert deepening(tree, 0, SOFT, 1, 1) == found[:1]
    assert deepening(tree, 0, SOFT, 0, 1) == []
    assert VARIANTS["deepening"].search(tree, 0, -INF, INF) == 30  # the value of the last depth


@pytest.mark.fast_cases("f1", "f2", "fail_soft", "minimax")
@EACH_FORM
@given(tree=trees())
def test_the_principal_line_is_legal_and_its_leaf_has_the_value(form: Search, tree: ExplicitTree[Number]) -> None:
    """Each step takes the first best move; the line ends at a leaf with the root's value."""
    node = tree.root
    found = principal_line(tree, tree.root, form)
    assert found.line is not None
    assert (found.value, found.move) == (value(tree, tree.root), found.line[0] if found.line else None)
    for move in found.line:
        assert move == best_moves(tree, node)[0]
        node = tree.children(node)[move]
    assert tree.is_terminal(node)
    assert tree.evaluate(node) == value(tree, tree.root)


def test_deepening_ends_although_the_search_evaluates_interior_nodes() -> None:
    """A node that is evaluated for sorting does not count as a node at which the search stopped."""
    tree = ExplicitTree([[1, 2], [3], [4], [], []], [0, 10, 20, 30, 5], [True, False, False, True, True])
    searches = count(1)

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        assert next(searches) <= 4, "two depths of two searches at most"
        return best_first(tree, node, strict_test, alpha, beta)

    assert [result.value for result in deepening(tree, 0, search, None, 1)] == [20, 30]


class Barren(Inner[int, Number]):
    """A tree whose root is not a leaf and has no children."""

    def is_terminal(self, node: int, /) -> bool:
        """Always False."""
        return False

    def children(self, node: int, /) -> tuple[int, ...]:
        """No children."""
        return ()


def test_a_node_with_neither_value_nor_children_has_no_best_move() -> None:
    """The root drivers raise a documented error."""
    tree = Barren(from_nested(7))
    with pytest.raises(TreeError, match="children"):
        carried_window(tree, 0, SOFT, -INF, INF)
    with pytest.raises(TreeError, match="children"):
        principal_line(tree, 0, SOFT)


@pytest.mark.fast_cases("f1", "f2", "fail_soft", "minimax")
@EACH_FORM
@given(tree=with_static_values)
def test_ordering_by_static_value_changes_no_value(form: Search, tree: ExplicitTree[Number]) -> None:
    """Best-first search (002), and generate and sort (000), return the same value after another order of moves."""
    assert form(ordered(tree), tree.root, -INF, INF) == value(tree, tree.root)


@given(tree=with_static_values)
def test_thresholds_that_no_value_passes_change_nothing(tree: ExplicitTree[Number]) -> None:
    """Static values here are finite, so a win of infinity and a loss of -infinity are only reached at decided nodes."""
    interior = [tree.evaluate(node) for node in range(len(tree)) if tree.children(node)]
    if all(abs(number) != INF for number in interior):
        assert value(decided(tree), tree.root) == value(tree, tree.root)


def test_thresholds_inside_the_range_define_another_value() -> None:
    """A static value of 5 counts as a win, which ends the search of a node with the value 1."""
    tree = ExplicitTree([[1, 2], [3], [], []], [0, 5, 2, 1], [True, False, True, True])
    assert value(tree, 0) == 2
    assert value(decided(tree, win=5, loss=-5), 0) == 5
    assert HARD(decided(tree, win=5, loss=-5), 0, -INF, INF) == 5


def test_the_thresholds_of_min_are_mirrored() -> None:
    """At a MIN node, a static value of -win or less is a win for MIN, and one of -loss or more a loss for MIN."""
    for static, stops in [(-7, True), (-6, False), (2, False), (3, True)]:
        tree = ExplicitTree([[1], []], [static, 0], [False, True])
        assert decided(tree, win=7, loss=-3).is_terminal(0) is stops


def test_the_best_half_of_the_children_may_have_another_value() -> None:
    """A child that looks worse but is better is skipped. Source 002 offers this as a saving."""
    tree = ExplicitTree([[1, 2], [3], [4], [], []], [0, 1, 0, 2, 9], [True, False, False, True, True])
    assert value(tree, 0) == 9
    assert value(best_half(tree), 0) == 2
    assert SOFT(best_half(tree), 0, -INF, INF) == 2


@pytest.mark.parametrize("static", [(0, 1, -1), (0, 2, -2), (0, -2, 2), (3, 1, 0), (-3, 0, 0), (0, 3, 3), (0, -3, -3)])
@pytest.mark.parametrize("max_at_root", [True, False], ids=["max", "min"])
def test_a_driver_passes_on_its_window_and_its_thresholds(static: tuple[int, int, int], max_at_root: bool) -> None:
    """The driver returns what its form returns in the driver's view of the tree, in the same window."""
    turns = [max_at_root, not max_at_root, not max_at_root, *[max_at_root] * 4]
    tree = ExplicitTree([[1, 2], [3, 4], [5, 6], [], [], [], []], [*static, 5, -4, 1, -1], turns)
    views = {"best_first": ordered(tree), "best_half": best_half(tree), "thresholds": decided(tree, win=2, loss=-2)}
    for window in [FULL, Window(-INF, 0), Window(0, INF), Window(-1, 1), Window(-6, -3), Window(2, 6)]:
        for name, view in views.items():
            found = VARIANTS[name].search(tree, 0, window.alpha, window.beta)
            assert (name, found) == (name, strict_test(view, view.root, window.alpha, window.beta))
        assert VARIANTS["aspiration"].search(tree, 0, window.alpha, window.beta) == value(tree, 0)


@pytest.mark.parametrize("sign", [1, -1], ids=["max", "min"])
def test_the_best_half_passes_on_its_window(sign: int) -> None:
    """The window limits which children are searched: the better half has two, and the second is better."""
    static = [0, *(sign * number for number in (3, 2, -2, -3, 1, 4, 9, 9))]
    tree = ExplicitTree([[1, 2, 3, 4], [5], [6], [7], [8], [], [], [], []], static, [sign > 0] + [sign < 0] * 8)
    for low, high in [(-9, 0), (0, 9), (-9, 9), (-2, 2)]:
        found = VARIANTS["best_half"].search(tree, 0, low, high)
        assert found == strict_test(best_half(tree), 0, low, high)


def test_a_finite_infinity_loses_moves_and_values() -> None:
    """With the lecture's Inf of 1,000,000, a leaf of -2,000,000 gives -1,000,000, and no move is chosen."""
    tree = from_nested([-2_000_000])
    assert choose_move(tree, 0, strict_test, infinity=1_000_000) == Choice(-1_000_000, None)
    assert choose_move(from_nested([-INF, -INF]), 0, strict_test) == Choice(-INF, None)


def test_a_driver_that_forgets_its_bound_evaluates_unnecessary_leaves() -> None:
    """On [0, [0, 1]], the carried window prunes the last leaf; `choose_move` evaluates it, and the law explains why."""
    tree = from_nested([0, [0, 1]])
    reads = {}
    for name in ("carried_window", "choose_move"):
        log = recorded(tree)
        VARIANTS[name].search(log, 0, -INF, INF)
        reads[name] = log.leaves
    lawful = [leaf.node for leaf in path_bounds(tree, 0) if leaf.read(FULL)]
    assert reads["carried_window"] == lawful == [1, 3]
    assert reads["choose_move"] == [1, 3, 4]
    unnecessary = next(leaf for leaf in path_bounds(tree, 0) if leaf.node == 4)
    assert unnecessary.explain(FULL) == "alpha 0 from [0] >= beta 0 from [1][0]"
