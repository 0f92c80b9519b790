"""Each view follows the Tree protocol, and changes nothing but what its name says."""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import ExplicitTree, Number, Search, Tree, TreeError, from_nested
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import value, value_by_definition
from prunecheck.strategies import trees, windows
from prunecheck.trees.explicit import build
from prunecheck.trees.games.connect_four import ConnectFour, ConnectFourMoves
from prunecheck.trees.games.tictactoe import CENTRE_FIRST, TicTacToe, TicTacToeMoves
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.views.mirrored import mover, negated
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.forms.explicit_stack import explicit_stack
from prunecheck.variants.forms.inherited_bounds import inherited_bounds
from prunecheck.variants.forms.moving_bounds import moving_bounds
from prunecheck.variants.forms.strict_test import strict_test

AnyTree: TypeAlias = Tree[Any, Number]
View: TypeAlias = Callable[[AnyTree], AnyTree]

DEEP_ENOUGH = 100  # deeper than all random trees and tic-tac-toe
VIEWS: dict[str, View] = {
    "cut": lambda tree: cut(tree, DEEP_ENOUGH),
    "recorded": recorded,
    "ordered": ordered,
    "negated": negated,
}


def fully_valued(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """`tree` with a static value at each interior node that lacked one."""
    return tree.replaced(
        values=[Fraction(node * 7 % 5) if static is None else static for node, static in enumerate(tree.values)]
    )


VALUED = trees().map(fully_valued)


def below(tree: Tree[Any, Number], node: Hashable) -> Iterator[Any]:
    """`node` and all nodes below it, path by path."""
    yield node
    if not tree.is_terminal(node):
        for child in tree.children(node):
            yield from below(tree, child)


def to_depth(tree: ExplicitTree[Number], node: int, depth: int) -> Number:
    """Depth-limited minimax with the depth as an argument."""
    if depth == 0 or tree.is_terminal(node):
        return tree.evaluate(node)
    found = [to_depth(tree, child, depth - 1) for child in tree.children(node)]
    return max(found) if tree.is_max(node) else min(found)


@given(VALUED, st.integers(0, 6))
def test_a_cut_tree_is_searched_to_its_depth(tree: ExplicitTree[Number], depth: int) -> None:
    """Nodes at the depth of the cut count with their static values."""
    shallow = cut(tree, depth)
    assert value(shallow, shallow.root) == to_depth(tree, tree.root, depth)


@given(VALUED, st.integers(0, 4), st.integers(0, 4))
def test_the_smaller_of_two_depths_counts(tree: ExplicitTree[Number], one: int, other: int) -> None:
    """A cut tree that is cut again has the smaller depth."""
    both, least = cut(cut(tree, one), other), cut(tree, min(one, other))
    assert value(both, both.root) == value(least, least.root)


@pytest.mark.slow_cases("99-game2")
@pytest.mark.parametrize(
    "game", [ConnectFour(3, 3, run=3), ConnectFour(4, 3, start="1234", foresight=True), TicTacToe(sooner=True)]
)
@pytest.mark.parametrize("depth", [0, 1, 3, 5, 99])
def test_a_game_that_limits_itself_is_cut_like_any_tree(game: ConnectFour | TicTacToe, depth: int) -> None:
    """The nodes are the game's own instead of pairs; all answers are those of the view."""
    limited: AnyTree = cut(game, depth)
    view: AnyTree = Cut(game, depth)
    assert limited.root == game.root
    assert value(limited, limited.root) == value(view, view.root)
    log, same = recorded(limited), recorded(view)
    assert strict_test(log, log.root, -1, 1) == strict_test(same, same.root, -1, 1)
    assert log.log == [(question, node[0]) for question, node in same.log]


def test_a_limited_game_is_played_to_its_limit_by_making_moves() -> None:
    """A limit never makes a game longer."""
    for game, moves in ((ConnectFour(), ConnectFourMoves), (TicTacToe(), TicTacToeMoves)):
        position: Any = moves(cut(cut(game, 2), 3))  # type: ignore[arg-type]
        for expected in (False, False, True):
            assert position.is_terminal() is expected
            position.make(0)
    assert not ConnectFour().is_terminal(ConnectFour().position("11")), "the game itself is not changed"


def test_a_tree_cut_at_its_root_is_a_leaf() -> None:
    """At depth 0, the root's static value is the value."""
    root_alone = cut(TicTacToe(), 0)
    assert root_alone.is_terminal(root_alone.root)
    assert root_alone.evaluate(root_alone.root) == 0


def test_a_tree_cannot_be_cut_above_its_root() -> None:
    """A negative depth is refused with the remedy."""
    with pytest.raises(TreeError, match="depth -1; use 0 or more"):
        cut(TicTacToe(), -1)


def test_a_cut_needs_static_values() -> None:
    """An interior node that becomes a leaf has no value without a static value."""
    shallow = cut(from_nested([[1]]), 1)
    with pytest.raises(TreeError, match="orderings need static values, but node 1 has none"):
        value(shallow, shallow.root)


def test_the_plies_left_are_not_part_of_the_key() -> None:
    """A position with more and with fewer plies left is two nodes with one key."""
    tree = cut(build([[1, 2], [], [1]], [0, 7, 0]), 5)
    near, between = tree.children(tree.root)
    (far,) = tree.children(between)
    assert near != far
    assert tree.key(near) == tree.key(far) != tree.key(between)


def test_every_call_is_logged_in_order() -> None:
    """The log has each call with its node; asking for the root is not logged."""
    tree = recorded(from_nested([4, [2]]))
    root = tree.root
    assert [tree.is_max(root), tree.key(root), tree.is_terminal(root)] == [True, 0, False]
    assert list(tree.children(root)) == [1, 2]
    assert tree.evaluate(1) == 4
    expected = [("is_max", 0), ("key", 0), ("is_terminal", 0), ("children", 0), ("evaluate", 1)]
    assert tree.log == expected
    assert (tree.asked("children"), tree.leaves, tree.visited) == ([0], [1], 1)
    tree.evaluate(1)
    assert tree.leaves == [1, 1]  # a leaf that is evaluated twice counts twice


@given(VALUED)
def test_minimax_visits_every_node_and_evaluates_every_leaf(tree: ExplicitTree[Number]) -> None:
    """Recording changes no answer, and logs each path to a leaf once, in order."""
    log = recorded(tree)
    assert value_by_definition(log, log.root) == value(tree, tree.root)
    assert log.leaves == [leaf.node for leaf in path_bounds(tree, tree.root)]
    assert log.asked("is_terminal") == list(below(tree, tree.root))
    assert log.visited == len(log.asked("is_terminal"))


@given(VALUED)
def test_a_static_value_is_not_a_leaf(tree: ExplicitTree[Number]) -> None:
    """Ordering by static value evaluates interior nodes as well, but they do not count as leaves."""
    log = recorded(tree)
    asked = [log.evaluate(node) for node in range(len(tree))]
    assert asked == [tree.evaluate(node) for node in range(len(tree))]
    assert log.leaves == [node for node in range(len(tree)) if tree.is_terminal(node)]


def test_children_come_best_first_for_the_player_to_move() -> None:
    """The order is descending for MAX and ascending for MIN; ties keep the tree's order for both."""
    for is_max, expected in [(True, [2, 5, 1, 3, 4]), (False, [4, 1, 3, 2, 5])]:
        tree = ordered(from_nested([4, 9, 4, 0, 9], max_at_root=is_max))
        assert list(tree.children(tree.root)) == expected


def test_children_may_be_ordered_by_any_rank() -> None:
    """`by` ranks a child from MAX's point of view, in place of its static value."""
    tree = ordered(from_nested([[1], 9, [2]]), by=lambda node: -node)
    assert list(tree.children(tree.root)) == [1, 3, 4]


@given(trees(), st.integers(2, 7))
def test_ordering_never_changes_the_value(tree: ExplicitTree[Number], spread: int) -> None:
    """With any rank, the children and the value stay the same."""
    shuffled = ordered(tree, by=lambda node: node * 5 % spread)
    assert value(shuffled, shuffled.root) == value(tree, tree.root)
    for node in range(len(tree)):
        assert sorted(shuffled.children(node)) == sorted(tree.children(node))


@given(trees())
def test_negating_changes_the_sign_of_every_value(tree: ExplicitTree[Number]) -> None:
    """Players are exchanged, and the value is negated.

    A tree that is negated twice gives the answers of the original tree.
    """
    other, same = negated(tree), negated(negated(tree))
    assert value(other, other.root) == -value(tree, tree.root)
    for node in range(len(tree)):
        assert other.is_max(node) is not tree.is_max(node)
        assert same.is_max(node) is tree.is_max(node)
        assert same.children(node) == tree.children(node)
        if tree.is_terminal(node):
            assert same.evaluate(node) == tree.evaluate(node) == -other.evaluate(node)


@pytest.mark.parametrize("form", [explicit_stack, inherited_bounds, moving_bounds, strict_test])
@given(tree=trees(), data=st.data())
def test_negate_and_swap(form: Search, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """A form with two branches returns the negated value in the negated window of the negated tree."""
    window = data.draw(windows(tree))
    log, mirror = recorded(tree), recorded(negated(tree))
    assert form(log, 0, window.alpha, window.beta) == -form(mirror, 0, -window.beta, -window.alpha)
    assert log.leaves == mirror.leaves


def negamax_law(tree: AnyTree, node: Hashable) -> Number:
    """The value for the player to move, if `evaluate` is from that player's point of view."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    return max(-negamax_law(tree, child) for child in tree.children(node))


@given(trees())
def test_the_side_to_move_gets_its_own_value(tree: ExplicitTree[Number]) -> None:
    """On `mover(tree)`, the value is the greatest negated value of the children; for MIN it is negated."""
    truth = value(tree, tree.root)
    assert negamax_law(mover(tree), tree.root) == (truth if tree.is_max(tree.root) else -truth)


@given(VALUED, st.lists(st.sampled_from(sorted(VIEWS)), max_size=5))
def test_views_can_be_combined(tree: ExplicitTree[Number], names: list[str]) -> None:
    """In any combination, the value is the tree's, negated as often as the tree was."""
    seen: AnyTree = tree
    for name in names:
        seen = VIEWS[name](seen)
    sign = -1 if names.count("negated") % 2 else 1
    assert value(seen, seen.root) == sign * value(tree, tree.root)


@pytest.mark.parametrize("view", [*VIEWS.values(), mover, lambda tree: negated(recorded(ordered(cut(tree, 4))))])
def test_every_view_of_tic_tac_toe_is_a_tree(view: View) -> None:
    """Interior nodes have children, values are numbers, players alternate, and equal boards have equal keys."""
    tree, same = view(cut(TicTacToe(), 3)), view(cut(TicTacToe(order=CENTRE_FIRST), 3))
    nodes = list(below(tree, tree.root))
    assert len(nodes) == 1 + 9 + 9 * 8 + 9 * 8 * 7
    assert {tree.key(node) for node in nodes} == {same.key(node) for node in below(same, same.root)}
    for node in nodes:
        assert tree.evaluate(node) == 0  # no game is over after three moves
        assert all(tree.is_max(child) != tree.is_max(node) for child in tree.children(node))
    assert value(tree, tree.root) == value(same, same.root) == 0
