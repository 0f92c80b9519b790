"""Selective searches are right for the reduced tree that a position defines.

For the whole tree, they are wrong in the ways described.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest
from benchmarks import lossy_errors
from hypothesis import given, settings
from hypothesis import strategies as st

from documents import table
from prunecheck import FULL, INF, ExplicitTree, Number, Search, Tree, Window
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.case import Case
from prunecheck.contracts.value import FISHBURN
from prunecheck.oracle.minimax import value
from prunecheck.strategies.encoding import TABLE, Kind, decode
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.small import filled, shapes
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.mirrored import mover
from prunecheck.trees.views.quiescent import STAND_PAT, Noisy, horizon, jumps, quiescent
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.views.turnable import turnable
from prunecheck.variants.selective.call_with_plies import to_the_last_ply, turning, with_pass
from prunecheck.variants.selective.futility import futility
from prunecheck.variants.selective.quiescence import quiescence

STATIC = next(byte for byte, mark in enumerate(TABLE) if mark.kind is Kind.STATIC)
LOSSY = [row for row in VARIANTS.values() if row.lossy]
PLAIN = VARIANTS["fail_soft"].search

with_static_values = st.binary(min_size=6, max_size=30).map(
    lambda marks: unfolded(decode(marks + bytes([STATIC])), static_values=True)
)


def called(search: AnySearch, tree: Tree[Any, Number], window: Window[Number] = FULL) -> Number:
    """The value that a search returns for the root."""
    return value_of(search(tree, tree.root, window.alpha, window.beta))


def assert_fail_soft(search: Search, tree: Tree[Any, Number], judged: Tree[Any, Number]) -> None:
    """Assert that in every distinct window, the search returns a fail-soft bound on the value of the tree `judged`."""
    case = Case(judged)
    for window in case.windows:
        assert FISHBURN.holds(called(search, tree, window), case.truth, window), (tree, window)


def quiescing(noisy: Noisy[Any], plies: int) -> Search:
    """Quiescence search with any rule for noisy moves."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        seen = mover(horizon(tree, plies))
        if tree.is_max(node):
            return quiescence(seen, (node, plies), alpha, beta, noisy)
        return -quiescence(seen, (node, plies), -beta, -alpha, noisy)

    return search


@settings(max_examples=40)
@given(tree=with_static_values, plies=st.integers(0, 3), third=st.integers(0, 3))
def test_quiescence_has_the_value_of_the_quiescent_tree_for_any_noisy_moves(
    tree: ExplicitTree[Number], plies: int, third: int
) -> None:
    """The rule need not make sense: here, all moves are noisy, or about two thirds of them."""

    def noisy(node: int, child: int) -> bool:
        return (node + child) % 3 != third

    assert_fail_soft(quiescing(noisy, plies), tree, quiescent(tree, noisy, plies=plies))


def small_trees() -> Iterator[ExplicitTree[Number]]:
    """All trees with up to four nodes, each with a value of 0, 1 or -2, and either player at the root."""
    for leaves, singles, player in product((1, 2, 3), (0, 1, 2, 3), (True, False)):
        for shape in shapes(leaves, single_children=singles):
            plain = from_nested(filled(shape, iter([0] * leaves)), max_at_root=player)
            if len(plain) <= 4:
                for known in product((0, 1, -2), repeat=len(plain)):
                    yield plain.replaced(values=known)


@pytest.mark.parametrize("name", [row.name for row in LOSSY if row.reduced])
def test_a_search_has_the_value_of_its_reduced_tree_on_all_small_trees(name: str) -> None:
    """The full window is used; on some of the trees, the value differs from that of the whole tree."""
    row, differ = VARIANTS[name], 0
    assert row.reduced is not None
    for tree in small_trees():
        reduced = row.reduced(tree)
        truth = value(reduced, reduced.root)
        assert called(row.search, tree) == truth
        differ += truth != value(tree, tree.root)
    assert differ > 50


@pytest.mark.parametrize("name", [row.name for row in LOSSY if row.reduced])
@pytest.mark.parametrize(
    "game",
    [Cut(Othello(4), 4), TicTacToe(sooner=True).limited_to(4), Nim((1, 2, 2))],
    ids=["othello", "tic-tac-toe", "nim"],
)
def test_a_search_has_the_value_of_its_reduced_tree_of_a_game(name: str, game: Tree[Any, Number]) -> None:
    """The search is tested in many windows."""
    row = VARIANTS[name]
    assert row.reduced is not None
    reduced = row.reduced(game)
    truth = value(reduced, reduced.root)
    for low, high in ((-INF, INF), (-1, 1), (-3, -1), (0, 4), (truth, INF), (-INF, truth)):
        if low < high:
            window: Window[Number] = Window(low, high)
            assert FISHBURN.holds(called(row.search, game, window), truth, window)


def test_the_quiescent_tree_has_a_leaf_for_standing_pat_beside_the_noisy_children() -> None:
    """From the horizon on, a leaf for standing pat is added; before it, all children are kept."""
    tree = from_nested([[[5], 1], 0]).replaced(values=[0, 0, 3, 5, 1, 0])
    seen = quiescent(tree, jumps(tree, 2), plies=1)
    assert list(seen.children(seen.root)) == [(1, 0), (5, 0)]
    assert list(seen.children((1, 0))) == [(1, STAND_PAT), (2, 0)]
    assert seen.is_terminal((1, STAND_PAT))
    assert seen.evaluate((1, STAND_PAT)) == 0
    assert seen.key((1, STAND_PAT)) != seen.key((1, 0))


@settings(max_examples=40)
@given(tree=with_static_values)
def test_futility_pruning_is_right_if_no_move_changes_the_static_value_by_more_than_the_margin(
    tree: ExplicitTree[Number],
) -> None:
    """All values here are -1, 0 or 1, and the margin is 2."""
    near = tree.with_values(lambda leaf: (leaf > 0) - (leaf < 0) if abs(leaf) != INF else 0)
    assert_fail_soft(to_the_last_ply(partial(futility, margin=2)), near, near)


def test_after_a_pass_the_opponent_has_the_moves_of_the_player() -> None:
    """In `[[0, 1], [1, 0]]`, both players lose by moving first: each would rather pass."""
    tree = turnable(from_nested([[0, 1], [1, 0]]))
    passed = tree.after_pass(tree.root)
    assert (value(tree, tree.root), value(tree, passed)) == (0, 1)
    assert tree.after_pass(passed) == tree.root
    assert tree.key(passed) != tree.key(tree.root)


@given(tree=with_static_values)
def test_null_moves_are_made_only_if_a_pass_is_legal_and_never_twice_in_a_row(tree: ExplicitTree[Number]) -> None:
    """Without a legal pass, it is plain alpha-beta. Only a pass leads to the root with the other player to move."""
    searched, plain = recorded(tree), recorded(tree)
    assert with_pass(lambda node: None)(searched, 0, -1, 1) == PLAIN(plain, 0, -1, 1)
    assert searched.leaves == plain.leaves
    turned, passes = turnable(tree), []

    def after_pass(node: tuple[int, bool]) -> tuple[int, bool]:
        passes.append(node)
        return turned.after_pass(node)

    assert with_pass(after_pass)(turned, turned.root, -1, 1) == turning(tree, 0, -1, 1)
    assert [node for node in passes if node[0] == 0] == [turned.root] * (not tree.is_terminal(0))


def test_a_null_move_is_misled_by_zugzwang() -> None:
    """With heaps of 1, 1 and 4, whoever takes the 4 wins, since the opponent must then move; a pass would lose."""
    game = Nim((1, 1, 4))
    search = with_pass(lambda position: (position[0], not position[1]))
    assert (value(game, game.root), search(game, game.root, -INF, INF)) == (1, -1)


def test_a_late_move_that_looks_good_is_searched_again_to_the_full_depth() -> None:
    """The static value of the late move, 1, is above alpha = 0; its value of -3 only shows at the full depth."""
    tree = from_nested([0, [-3]]).replaced(values=[0, 0, 1, -3])
    assert called(VARIANTS["late_moves"].search, tree) == value(tree, 0) == 0
    worse = tree.replaced(values=[0, 0, -1, 5])
    assert (called(VARIANTS["late_moves"].search, worse), value(worse, 0)) == (0, 5)


@pytest.mark.parametrize("name", ["null_move", "late_moves", "futility"])
def test_the_plies_left_are_counted_without_visits(name: str) -> None:
    """In a tree that records calls, a search asks for the children of the root once, and not again to count plies."""
    log = recorded(from_nested([1, 2]).replaced(values=[5, 1, 2]))
    assert called(VARIANTS[name].search, log) == 2
    assert log.asked("children") == [0]


@pytest.mark.slow
def test_the_measured_errors_are_those_of_the_page() -> None:
    """`python -m benchmarks.lossy_errors` would not change the table."""
    rows = [list(row.values()) for row in table("docs/selective.md", *lossy_errors.COLUMNS)]
    assert rows == [[cell.strip("`") for cell in row.cells()] for row in lossy_errors.measured()]
