"""Killers and history never change a value, whatever they contain; they learn what their papers describe."""

from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents import DOCUMENTS
from prunecheck import INF, ExplicitTree, Number, Search, Tree, from_nested
from prunecheck.catalog import variant
from prunecheck.catalog.forms import FORMS
from prunecheck.contracts.value import FISHBURN
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.strategies.windows import windows
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.search import AnySearch
from prunecheck.trees.small import filled, shapes, weak_orders
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import Window, order_distinct_windows
from prunecheck.variants.ordering.call_with_state import with_history, with_killers
from prunecheck.variants.ordering.history import History
from prunecheck.variants.ordering.killers import Killers
from prunecheck.variants.ordering.learning import Learning

GAMES: Final[dict[str, Any]] = {
    "tic-tac-toe": TicTacToe(),
    "connect four": ConnectFour(4, 4),
    "othello": Othello(4),
    "nim": Nim((2, 3)),
}
TEACHES_NOTHING: Final = ("minimax", "negamax", "make_unmake")  # without cutoffs, or with all moves at once
TEACHES: Final = (
    "negamax_alpha_beta",
    "two_functions",
    "moving_bounds",
    "inherited_bounds",
    "f2",
    "fail_soft",
    "clamped",
    "explicit_stack",
)
# with other cutoffs, or with cutoffs that are noticed one child later
TEACHES_OTHERS: Final = ("f1", "hughes", "strict_test", "delayed_test")

cases = trees().flatmap(lambda tree: st.tuples(st.just(tree), windows(tree)))
names = st.one_of(st.none(), st.integers(-2, 4), st.text(max_size=2), st.tuples(st.integers(0, 3)))


@st.composite
def killers(draw: st.DrawFn) -> Killers:
    """Killers that may be repeated, too many, or illegal moves."""
    known = Killers()
    known.slots = draw(st.dictionaries(st.integers(-1, 6), st.lists(names, max_size=4).map(tuple)))
    return known


@st.composite
def histories(draw: st.DrawFn) -> History:
    """A history in which moves may have any weight, including infinity and NaN."""
    known = History()
    known.earned = draw(st.dictionaries(st.tuples(st.booleans(), names), st.floats()))
    return known


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(cases, min_size=2, max_size=3), killers(), histories(), st.integers(-9, 40))
def test_no_state_changes_a_value(
    drawn: list[tuple[ExplicitTree[Number], Window[Number]]], known: Killers, past: History, depth: int
) -> None:
    """The first state may be absurd, and is reused from tree to tree; answers outside the window are still bounds."""
    for tree, window in drawn:
        truth = value(tree, tree.root)
        for search in (with_killers(known), with_history(past, depth)):
            found = search(tree, tree.root, window.alpha, window.beta)
            assert FISHBURN.holds(found, truth, window)


def test_state_reused_on_all_small_trees_changes_no_value() -> None:
    """One state is used for all trees of up to three leaves, in all orders of values and window."""
    searches = with_killers(Killers()), with_history(History())
    for leaves, singles in [(1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]:
        for shape in shapes(leaves, single_children=singles):
            for ranks in weak_orders(leaves):
                tree = from_nested(filled(shape, iter(ranks)))
                truth = value(tree, 0)
                for window in order_distinct_windows(ranks):
                    for search in searches:
                        found = search(tree, 0, window.alpha, window.beta)
                        assert FISHBURN.holds(found, truth, window)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_state_reused_from_depth_to_depth_changes_no_value_of_a_game(game: Any) -> None:
    """Two searches learn from depth 1 to 6, and start with arbitrary killers and history."""
    random = Random(16)  # noqa: S311
    known, past = Killers(), History()
    known.slots = {ply: (random.randrange(-5, 20), "no move") for ply in range(5)}
    past.earned = {(player, move): random.randrange(9) for player in (True, False) for move in range(16)}
    for depth in range(1, 7):
        tree = cut(game, depth)
        truth = value(tree, tree.root)
        assert with_killers(known)(tree, tree.root, -INF, INF) == truth
        assert with_history(past, depth)(tree, tree.root, -INF, INF) == truth


@pytest.mark.slow
@settings(max_examples=60)
@given(form=st.sampled_from([row.form for row in FORMS]), tree=trees(), known=killers(), past=histories())
def test_every_form_finds_the_value_of_a_learning_tree(
    form: Search, tree: ExplicitTree[Number], known: Killers, past: History
) -> None:
    """Neither the initial state of the tree nor what it learns during the search matters."""
    learning = Learning(tree, killers=known, history=past)
    assert form(learning, learning.root, -INF, INF) == value(tree, tree.root)


def leaves_and_killers(form: AnySearch, tree: Any) -> tuple[list[Any], dict[int, Any]]:
    """The leaves that a form evaluates in a learning tree, and the killers at the end."""
    known = Killers()
    log = recorded(tree)
    learning = Learning(log, killers=known)
    form(learning, learning.root, -INF, INF)
    return log.leaves, known.slots


@pytest.mark.parametrize("name", [*TEACHES, *TEACHES_NOTHING, *TEACHES_OTHERS])
def test_a_form_teaches_a_learning_tree_the_killers_of_the_form_with_killers(name: str) -> None:
    """The tree notices each cutoff in the form's loop, and its move, so the evaluated leaves are the same as well."""
    trees_with_cutoffs: list[Tree[Any, Number]] = [cut(Othello(4), 6), cut(ConnectFour(4, 4), 7)]
    for tree in trees_with_cutoffs:
        found = leaves_and_killers(variant(name).search, tree)
        log, known = recorded(tree), Killers()
        with_killers(known)(log, log.root, -INF, INF)
        if name in TEACHES_NOTHING:
            assert found[1] == {}
        elif name in TEACHES_OTHERS:
            assert found != (log.leaves, known.slots)
        else:
            assert found == (log.leaves, known.slots)


def test_each_ply_keeps_its_latest_two_killers() -> None:
    """A killer that cuts off again moves to the front; a third killer replaces the last."""
    known = Killers()
    for move in "ababc":
        known.add(1, move)
    assert known.slots == {1: ("c", "b")}
    known.add(1, "b")
    assert [name for name, _ in known.first(1, [("a", 0), ("b", 1), ("x", 2), ("c", 3)])] == ["b", "c", "a", "x"]
    assert [name for name, _ in known.first(2, [("a", 0), ("b", 1)])] == ["a", "b"]


def test_only_a_cutoff_makes_a_move_a_killer() -> None:
    """The second leaf of the second move refutes it, at ply 1; the best moves of the other nodes are not killers."""
    known = Killers()
    assert with_killers(known)(from_nested([[3, 5], [4, 2], [6, 7]]), 0, -INF, INF) == 6
    assert known.slots == {1: (1,)}


def test_a_sufficient_move_gets_a_weight_of_two_to_the_depth_below_it() -> None:
    """A sufficient move causes a cutoff, or is the best of all moves; ties go to the first.

    Each player has a history.
    """
    past = History()
    assert with_history(past, 3)(from_nested([[3, 5], [4, 2], [7, 6]]), 0, -INF, INF) == 6
    # MIN: 3 is the best of the first node; 2 refutes the second; then 6, second with equal weight, is the best
    assert past.earned == {(False, 0): 4, (False, 1): 4 + 4, (True, 2): 8}
    with_history(past, -1)(from_nested([0]), 0, -INF, INF)
    assert past.earned[True, 0] == 1 / 2


def test_a_history_adds_weights_that_no_float_can_add() -> None:
    """The history adds 2^1030 and 2^-1, and anything to infinity; the first move is the best one."""
    past = History()
    past.earned[True, 1] = -INF
    for depth in (-1, 1030):
        assert with_history(past, depth)(from_nested([[3, 5], [4, 2]]), 0, -INF, INF) == 3
    assert past.earned[True, 0] == 2**1030 + Fraction(1, 2)
    past.add(True, 1, 1030)
    assert past.earned[True, 1] == -INF


def test_a_history_sorts_the_moves_of_a_player_by_weight() -> None:
    """Moves with equal weights stay in order."""
    past = History()
    past.earned = {(True, "b"): 2, (True, "c"): 8, (False, "a"): 99}
    moves = [("a", 0), ("b", 1), ("c", 2), ("d", 3)]
    assert past.first(True, moves) == [("c", 2), ("b", 1), ("a", 0), ("d", 3)]


@pytest.mark.parametrize("name, first", [("killers", [0, [1, 0]]), ("history", [[1, 0]])])
def test_a_leaf_is_saved_or_lost_as_the_document_says(name: str, first: list[object]) -> None:
    """The reply that was good before is tried first: it saves a leaf if it is good again, or else costs one."""
    for last, more in (([1, 0], -1), ([0, 1], 1)):
        log, plain = recorded(from_nested([*first, last])), recorded(from_nested([*first, last]))
        assert f"`{[*first, last]}`" in DOCUMENTS["docs/ordering.md"]
        assert variant(name).search(log, 0, -INF, INF) == variant("fail_soft").search(plain, 0, -INF, INF) == 0
        assert len(log.leaves) == len(plain.leaves) + more
