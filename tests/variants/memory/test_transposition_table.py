"""The table itself: which entry answers, which one is replaced, and what the statistics count."""

import pytest

from prunecheck import INF, PreconditionError
from prunecheck.trees.search import Entry
from prunecheck.variants.memory.table import NO_MOVE, NOWHERE, WHOLE, Policy, Table

A, B, C = ("a", True), ("b", True), ("c", False)


def stored(table: Table, *entries: tuple[tuple[str, bool], int]) -> list[tuple[object, int | None]]:
    """The nodes and depths of the entries that remain after these positions were stored in turn, with these depths."""
    for position, depth in entries:
        table.store(position, position[0], depth, 0, INF, NO_MOVE)
    return [(entry.node, entry.depth) for entry in table.entries()]


def test_bounds_from_both_sides_are_merged_and_the_best_move_is_kept() -> None:
    """A later search that fails low proves the value; the move is that of the earlier search, which failed high."""
    table = Table()
    table.store(A, "node", WHOLE, 3, INF, 1)
    table.store(A, "node", WHOLE, -INF, 3, 0)
    table.store(C, "other", 2, -INF, 5, 2)
    assert table.entries() == (Entry("node", 3, 3, None, 1), Entry("other", -INF, 5, 2, 2))
    assert (len(table), table.move(A), table.move(B)) == (2, 1, NO_MOVE)


def test_contradictory_bounds_are_replaced_by_the_newer_ones() -> None:
    """Only entries of other depths, or of other positions, can contradict each other."""
    table = Table()
    table.store(A, "node", 1, 3, INF, 0)
    table.store(A, "node", 1, -INF, 2, 1)
    assert table.entries() == (Entry("node", -INF, 2, 1, 0),)


@pytest.mark.parametrize(("deeper", "answers"), [(False, [3]), (True, [0, 1, 2, 3])])
def test_an_entry_answers_for_its_depth_and_by_the_common_rule_for_smaller_depths(
    deeper: bool, answers: list[int]
) -> None:
    """An entry for the whole subtree has the greatest depth."""
    table = Table(deeper=deeper)
    table.store(A, "node", 3, 0, 0, NO_MOVE)
    assert [depth for depth in (0, 1, 2, 3, 4, WHOLE) if table.find(A, depth) != NOWHERE] == answers


@pytest.mark.parametrize(
    ("policy", "slots", "left"),
    [
        ("new", 1, [("b", 1)]),
        ("deep", 1, [("a", 3)]),
        ("two_deep", 2, [("a", 3), ("b", 1)]),
    ],
)
def test_replacement_policies_keep_different_entries(policy: Policy, slots: int, left: list[tuple[str, int]]) -> None:
    """A shallow entry comes after a deep one in a table with one slot, or with one slot of each kind."""
    table = Table(slots, policy=policy)
    assert stored(table, (A, 3), (B, 1)) == left
    assert (table.statistics.stores, table.statistics.replacements) == (2, int(policy == "new"))


def test_a_deeper_entry_moves_the_first_of_a_pair_to_the_second_place() -> None:
    """`two_deep` keeps the deepest entry in the first place and the newest of the others in the second."""
    assert stored(Table(2, policy="two_deep"), (A, 1), (B, 2), (C, 3)) == [("c", 3), ("b", 2)]
    assert stored(Table(2, policy="two_deep"), (A, 3), (B, 2), (C, 1)) == [("a", 3), ("c", 1)]


def test_collisions_are_counted_and_undetected_ones_are_mistakes() -> None:
    """Two tables have one slot each; the second one compares no bits of the key."""
    checked, unchecked = Table(1), Table(1, key_bits=0)
    for table in (checked, unchecked):
        table.store(A, "node", WHOLE, 0, 0, 0)
    assert (checked.find(B, WHOLE), unchecked.find(B, WHOLE)) == (NOWHERE, 0)
    assert checked.statistics[-2:] == (1, 0)
    assert unchecked.statistics[-2:] == (1, 1)


def test_a_cleared_table_is_like_a_new_one() -> None:
    """A cleared table has no entries, moves or counts, and as many slots as before."""
    table = Table(4)
    table.store(A, "node", WHOLE, 0, 0, 0)
    table.clear()
    assert (len(table), table.entries(), set(table.statistics), table.move(A)) == (0, (), {0}, NO_MOVE)
    table.store(A, "node", WHOLE, 0, 0, 0)
    assert table.find(A, WHOLE) != NOWHERE


def test_invalid_settings_of_a_table_are_refused() -> None:
    """The messages name the setting and what to use instead."""
    with pytest.raises(PreconditionError, match="with new cannot have 0 slots; use 1 to 2"):
        Table(0)
    with pytest.raises(PreconditionError, match="with two_deep cannot have 3 slots; use an even number from 2 to"):
        Table(3, policy="two_deep")
    with pytest.raises(PreconditionError, match="key_bits is 33; use 0 to 32"):
        Table(key_bits=33)
    with pytest.raises(PreconditionError, match="the policy is 'old'; use one of new, deep, two_deep"):
        Table(policy="old")  # type: ignore[arg-type]
