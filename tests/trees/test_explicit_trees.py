"""Explicit trees: conversion from and to nested lists, equality, keys, players, and unfolding."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import INF, ExplicitTree, Number, TreeError, from_nested
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.explicit import build
from prunecheck.trees.games.tictactoe import Board, TicTacToe
from prunecheck.trees.json import loads
from prunecheck.trees.nested import to_nested
from prunecheck.trees.unfold import unfolded

NUMBERS = st.integers() | st.floats(allow_nan=False) | st.fractions()
NESTED = st.recursive(NUMBERS, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=12)
JUNK = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.binary() | st.complex_numbers() | st.decimals(),
    lambda below: st.lists(below, max_size=3) | st.tuples(below) | st.dictionaries(st.text(), below, max_size=2),
)


def shared_by_both_players() -> ExplicitTree[Number]:
    """One list is a child of a node and of that node's MIN child, so that it occurs with MIN and with MAX to move."""
    shared = [1, 2]
    return from_nested([shared, [shared, 3]])


@pytest.mark.slow
@given(NESTED)
def test_nested_lists_survive_a_round_trip(nested: object) -> None:
    """`to_nested` undoes `from_nested`."""
    assert to_nested(from_nested(nested)) == nested


@given(trees(static_values=False))
def test_a_tree_comes_back_from_its_nested_lists(tree: ExplicitTree[Number]) -> None:
    """`from_nested` undoes `to_nested`, shared positions included, if it gets the player at the root."""
    assert from_nested(to_nested(tree), max_at_root=tree.is_max(tree.root)) == tree


def test_a_list_object_in_two_places_is_one_node() -> None:
    """Sharing is by identity: an equal but different list is another node."""
    shared: list[object] = [1, 2]
    assert len(from_nested([shared, shared])) == 4
    assert len(from_nested([shared, [1, 2]])) == 7
    back = to_nested(from_nested([shared, shared]))
    assert isinstance(back, list)
    assert back[0] is back[1]


@pytest.mark.parametrize("leaf", [0, -7, 10**40, 2.5, INF, -INF, Fraction(1, 3)])
def test_a_value_keeps_its_type(leaf: Number) -> None:
    """A number is stored unchanged, without a conversion."""
    found = from_nested([leaf]).evaluate(1)
    assert found == leaf
    assert type(found) is type(leaf)


def test_values_may_be_tuples_or_strings() -> None:
    """With `of`, leaves may have any one ordered type, and minimax compares them as Python does."""
    pairs = from_nested([[(1, -4), (0, 0)], [(1, -2), (1, -9)]], of=tuple)
    assert value(pairs, pairs.root) == (1, -9)
    words = from_nested([["pear", "fig"], ["apple", "plum"]], of=str)
    assert value(words, words.root) == "fig"


def _inside_itself() -> list[object]:
    nested: list[object] = [1]
    nested.append([nested])
    return nested


@pytest.mark.parametrize(
    ("nested", "place", "remedy"),
    [
        ([1, [float("nan")]], "[1][0]", "use a number or an infinity"),
        ([Decimal("sNaN")], "[0]", "use a number or an infinity"),
        ([1, [2, []]], "[1][1]", "give it a child or a value"),
        ([], "the root", "give it a child or a value"),
        ([[True]], "[0][0]", "use a number"),
        ([[2, None]], "[0][1]", "use a number"),
        ([{1}], "[0]", "use a number or a tuple"),
        ([0, "a\nb"], "[1]", "of=str"),
        ((1, 2), "the root", "of=tuple"),
        (_inside_itself(), "[1][0]", "search it with a depth limit"),
    ],
)
def test_an_invalid_tree_is_refused_with_its_place(nested: object, place: str, remedy: str) -> None:
    """The error is one line that names the place and the remedy."""
    with pytest.raises(TreeError) as caught:
        from_nested(nested)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert place in message
    assert remedy in message


@pytest.mark.parametrize(
    ("nested", "place"),
    [
        ([(1, 2), 3], "[1]"),
        ([(1, 2), [(1, "a")]], "[1][0]"),
        ([(0,), (1, "a"), (1, 2)], "[2]"),
        ([(1, (2.0, float("nan")))], "[0]"),
        ([(1, 2), None], "[1]"),
    ],
)
def test_values_of_one_tree_compare_with_each_other(nested: object, place: str) -> None:
    """A value of another type than `of`, or one that does not compare with the others, is refused with its place."""
    with pytest.raises(TreeError, match=rf"at {place}".replace("[", r"\[")):
        from_nested(nested, of=tuple)


@given(JUNK)
def test_any_input_is_a_tree_or_a_tree_error(junk: object) -> None:
    """No nested lists cause another exception, or a message of two lines."""
    try:
        tree = from_nested(junk)
    except TreeError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017  # either outcome is right
    else:
        assert to_nested(tree) == junk


def test_unreachable_positions_are_left_out() -> None:
    """`build` only numbers the nodes that can be reached from the root, in order of first visit."""
    tree = build([[3, 1], [], [1], []], [None, 5, 7, 9])
    assert tree == from_nested([9, 5])
    assert [tree.evaluate(node) for node in tree.children(tree.root)] == [9, 5]


def test_leaf_values_are_those_of_leaves_only() -> None:
    """Static values of interior nodes are left out, but infinities are included."""
    assert build([[1, 2], [], []], [8, 1, -INF]).leaf_values == [1, -INF]


@given(trees(static_values=True), st.booleans())
def test_with_values_only_changes_values(tree: ExplicitTree[Number], text: bool) -> None:
    """Children, players and keys stay the same. A node without a value gets no value. Values may have any type."""
    change: Callable[[Number], Any] = str if text else lambda value: -value
    changed = tree.with_values(change)
    assert changed.values == tuple(None if value is None else change(value) for value in tree.values)
    assert changed.replaced(values=tree.values) == tree


COLUMNS: dict[str, tuple[Any, ...]] = {
    "children": ((2, 1), (), ()),
    "values": (None, 7, -INF),
    "players": (False, True, True),
    "keys": (0, 5, 5),
}


@pytest.mark.parametrize("exchanged", [(), *((name,) for name in COLUMNS), ("values", "keys"), tuple(COLUMNS)], ids=str)
def test_replaced_changes_only_the_named_columns(exchanged: tuple[str, ...]) -> None:
    """All other columns are kept, keys included, and the tree itself does not change."""

    def columns(tree: ExplicitTree[Number]) -> dict[str, object]:
        below = tuple(tree.children(node) for node in range(len(tree)))
        return {"children": below, "values": tree.values, "players": tree.players, "keys": tree.keys}

    tree: ExplicitTree[Number] = ExplicitTree([[1, 2], [], []], [None, 3, 4], [True, False, False], [0, 1, 1])
    before, new = columns(tree), {name: COLUMNS[name] for name in exchanged}
    assert columns(tree.replaced(**new)) == before | new
    assert columns(tree) == before


def test_an_interior_node_without_a_static_value_raises_an_error() -> None:
    """`evaluate` raises an error with the node's number; `static_value` returns None."""
    tree = from_nested([[1]])
    assert tree.static_value(1) is None
    with pytest.raises(TreeError, match=r"node 1 has none; give it one"):
        tree.evaluate(1)


@pytest.mark.parametrize(
    "other",
    [
        from_nested([[3, 5], 3]),
        from_nested([[3, 5], 2], max_at_root=False),
        from_nested([[3], 5, 2]),
        build([[1, 2], [3, 4], [], [], []], [0, None, 2, 3, 5]),
        build([[1, 2], [3, 4], [], [], []], [None, None, 2, 3, 5], players=[None, True, None, None, None]),
        ExplicitTree([[1, 4], [2, 3], [], [], []], [None, None, 3, 5, 2], [True, False, True, True, False], [0] * 5),
        [[3, 5], 2],
    ],
    ids=["value", "root player", "shape", "static value", "inner player", "keys", "no tree"],
)
def test_trees_that_differ_are_unequal(other: object) -> None:
    """Each of the columns matters, and a list is not a tree."""
    assert from_nested([[3, 5], 2]) != other


def test_trees_that_differ_in_sharing_are_unequal() -> None:
    """A shared node is not equal to two identical ones."""
    twice: list[object] = [1]
    assert from_nested([twice, twice]) != from_nested([[1], [1]])


@pytest.mark.slow
@given(NESTED, st.booleans())
def test_equal_trees_have_equal_hashes(nested: object, max_at_root: bool) -> None:
    """Two trees from the same lists are equal and have the same hash."""
    one, other = (from_nested(nested, max_at_root=max_at_root) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)


def test_a_small_tree_is_written_out_and_a_large_one_is_measured() -> None:
    """`repr` of a small tree rebuilds it; that of a large one shows the number of its nodes."""
    small = from_nested([[3, Fraction(1, 3)], -INF], max_at_root=False)
    assert str(small) == "[[3, 1/3], -inf]"
    assert repr(small) == "<ExplicitTree [[3, 1/3], -inf], MIN to move>"
    assert str(from_nested(["a"], of=str)) == "['a']"
    assert repr(from_nested(list(range(1000)))) == "<ExplicitTree of 1001 nodes, MAX to move>"


def test_a_position_reached_by_both_players_is_two_nodes_with_one_key() -> None:
    """The side to move is part of a node but not of its key."""
    tree = shared_by_both_players()
    first, inner = tree.children(tree.root)
    second = tree.children(inner)[0]
    assert first != second
    assert tree.key(first) == tree.key(second)
    assert [tree.is_max(first), tree.is_max(second)] == [False, True]
    # the list and its two leaves have two nodes each
    assert len({tree.key(node) for node in range(len(tree))}) == len(tree) - 3


@given(trees())
def test_the_players_alternate(tree: ExplicitTree[Number]) -> None:
    """Each child in a random tree has the other player to move."""
    for node in range(len(tree)):
        assert all(tree.is_max(child) != tree.is_max(node) for child in tree.children(node))


@pytest.mark.parametrize(("max_at_root", "truth"), [(True, 3), (False, 5)])
def test_either_player_may_move_at_the_root(max_at_root: bool, truth: int) -> None:
    """MIN at the root of [[3, 5], [2, 9]] can limit the value to 5."""
    tree = from_nested([[3, 5], [2, 9]], max_at_root=max_at_root)
    assert tree.is_max(tree.root) is max_at_root
    assert value(tree, tree.root) == truth


def test_a_player_may_move_twice() -> None:
    """A `player` in flat JSON overrides alternation for that node; players alternate again below it."""
    tree = loads(
        '{"prunecheck": "tree", "version": 1, "nodes": [{"id": 0, "children": [1]},'
        ' {"id": 1, "children": [2, 3], "player": "MAX"}, {"id": 2, "value": 1}, {"id": 3, "value": 2}]}'
    )
    assert [tree.is_max(node) for node in range(len(tree))] == [True, True, False, False]
    assert value(tree, tree.root) == 2


def preorder(tree: ExplicitTree[Number], node: int) -> Iterator[int]:
    """`node` and all nodes below it, path by path."""
    yield node
    for child in tree.children(node):
        yield from preorder(tree, child)


@given(trees())
def test_the_unfolded_tree_has_a_node_for_each_path(tree: ExplicitTree[Number]) -> None:
    """Nodes are numbered in preorder; each stands for a node of the tree, with its player, value and position."""
    paths = list(preorder(tree, tree.root))
    whole = unfolded(tree)
    assert list(preorder(whole, whole.root)) == list(range(len(paths)))
    same: dict[object, int] = {}
    for number, node in enumerate(paths):
        assert whole.is_max(number) == tree.is_max(node)
        assert whole.is_terminal(number) == tree.is_terminal(node)
        assert tree.children(node) == tuple(paths[child] for child in whole.children(number))
        if tree.is_terminal(node):
            assert whole.evaluate(number) == tree.evaluate(node)
        assert same.setdefault(tree.key(node), whole.key(number)) == whole.key(number)
    assert len(set(same.values())) == len(same)  # other positions have other keys


def test_static_values_are_unfolded_on_request() -> None:
    """Static values are left out by default, because not every tree has them."""
    tree = build([[1], [2], []], [8, 9, 7])
    assert [unfolded(tree).static_value(node) for node in range(3)] == [None, None, 7]
    assert unfolded(tree, static_values=True) == tree


def test_a_tree_that_unfolds_beyond_the_limit_is_refused() -> None:
    """The limit is a number of nodes."""
    tree = shared_by_both_players()
    assert len(unfolded(tree, most_nodes=9)) == 9
    with pytest.raises(TreeError, match="more than 8 nodes when unfolded; cut it"):
        unfolded(tree, most_nodes=8)


class Childless(TicTacToe):
    """Tic-tac-toe in which one board wrongly has no moves."""

    def children(self, node: Board, /) -> Iterator[Board]:
        """The children, but none for the board on which X has only the first cell."""
        return iter(()) if node == (1, 0) else super().children(node)


@pytest.mark.parametrize("walk", [unfolded, lambda tree: value(tree, tree.root)], ids=["unfolded", "value"])
def test_a_node_with_neither_children_nor_value_is_named(walk: Callable[[Childless], object]) -> None:
    """The error names the place of the node."""
    with pytest.raises(TreeError, match=r"^\[0\] has no children and is not terminal"):
        walk(Childless())
