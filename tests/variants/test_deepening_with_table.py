"""Deepening with a table returns the value and move of its last depth, and its table moves save leaves."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents import Row, table
from prunecheck import INF, ExplicitTree, Number, PreconditionError
from prunecheck.catalog import variant
from prunecheck.oracle.minimax import best_moves, value
from prunecheck.strategies.encoding import TABLE, Kind, decode
from prunecheck.trees.views.counted import counted
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.variants.drivers.deepening_with_table import deepening_with_table
from prunecheck.variants.memory.call_with_table import MemorySearch, for_mover_with_memory
from prunecheck.variants.memory.remembered import remembered
from prunecheck.variants.memory.table import Table
from prunecheck.variants.memory.table_move import table_move
from prunecheck.workloads.games import game_tree

SEARCH: MemorySearch = for_mover_with_memory(table_move)
STATIC = next(byte for byte, mark in enumerate(TABLE) if mark.kind is Kind.STATIC)
ROWS = table("docs/drivers.md", "game", "plies", "fail_soft", "one search", "all depths", "last depth")

with_static_values = st.binary(min_size=6, max_size=40).map(lambda marks: decode(marks + bytes([STATIC])))


@settings(max_examples=60)
@given(tree=with_static_values, depth=st.integers(1, 5))
def test_each_depth_has_the_value_and_a_best_move_of_the_cut_tree(tree: ExplicitTree[Number], depth: int) -> None:
    """If positions occur at several plies, entries of earlier depths answer. All entries are right."""
    kept = Table()
    found = deepening_with_table(tree, tree.root, SEARCH, depth, kept)
    shallow = cut(tree, depth)
    assert found.value == value(shallow, shallow.root)
    assert found.move in best_moves(shallow, shallow.root) or (found.move is None and tree.is_terminal(tree.root))
    for entry in kept.entries():
        assert entry.depth is not None
        assert isinstance(entry.node, int)
        assert entry.lower <= value(cut(tree, entry.depth), (entry.node, entry.depth)) <= entry.upper


@settings(max_examples=60)
@given(tree=with_static_values, slots=st.sampled_from([None, 1, 2, 5]))
def test_a_small_reused_table_changes_no_value(tree: ExplicitTree[Number], slots: int | None) -> None:
    """The table is reused for more calls on the same tree, also to a smaller depth; a move may be lost."""
    kept = Table(slots)
    for depth in (4, 2, 3):
        found = deepening_with_table(tree, tree.root, SEARCH, depth, kept)
        shallow = cut(tree, depth)
        assert found.value == value(shallow, shallow.root)
        assert found.move is None or found.move < len(tree.children(tree.root))


def test_without_a_depth_it_ends_with_the_tree_although_entries_of_earlier_depths_answer() -> None:
    """X is at plies 1 and 3. For depth 4, X is searched to its end at ply 1; at ply 3, an entry of depth 1 answers."""
    x, y, z, end, before, longer = range(1, 7)
    children = [[x, longer], [y], [z], [end], [], [x], [before]]
    static = [0, 0, 100, 0, 9, 0, 0]  # the entry of depth 1 only knows 100, the value of y, about x
    tree = ExplicitTree(children, static, [True, False, True, False, True, True, False])
    assert deepening_with_table(tree, 0, SEARCH, 4, Table()).value == 100
    found = deepening_with_table(tree, 0, SEARCH, None, Table())
    assert (found.value, found.move) == (value(tree, 0), 0) == (9, 0)


def test_a_depth_below_one_is_refused() -> None:
    """A search to no depth at all gives no answer."""
    with pytest.raises(PreconditionError, match="the depth is 0; use 1 or more"):
        deepening_with_table(Cut(game_tree("nim-1-2"), 2), game_tree("nim-1-2").root, SEARCH, 0, Table())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-to-{row['plies']}")
def test_the_documented_leaves_of_deepening_with_a_table_are_right(row: Row) -> None:
    """The columns count the leaves of all depths together, and of the last one, whose value is plain alpha-beta's."""
    plies = int(row["plies"])
    game: Any = game_tree(row["game"])
    plain = counted(Cut(game, plies))
    truth = variant("fail_soft").search(plain, plain.root, -INF, INF)
    once = counted(Cut(game, plies))
    assert SEARCH(remembered(once, Table()), once.root, -INF, INF) == truth
    kept, deep = Table(), counted(game)
    deepening_with_table(deep, game.root, SEARCH, plies - 1, kept)
    before = deep.evaluations
    whole = counted(game)
    assert deepening_with_table(whole, game.root, SEARCH, plies, Table()).value == truth
    counts = {
        "fail_soft": plain.leaves,
        "one search": once.leaves,
        "all depths": whole.evaluations,
        "last depth": whole.evaluations - before,
    }
    assert counts == {column: int(row[column].replace(",", "")) for column in counts}
