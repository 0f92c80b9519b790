"""Large lists know which of their items have changed, and can undo the changes."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.own_game.hooks.large_lists import LargeList, watch_large_lists


def test_changes_are_known_and_undone() -> None:
    entries = LargeList([0] * 2_000)
    before = fingerprint(entries)
    entries[3], entries[-1], entries[5] = 1, 2, 0
    assert entries.changed() == {3: 1, 1_999: 2}
    assert fingerprint(entries) != before
    entries.restore()
    assert entries == [0] * 2_000
    assert fingerprint(entries) == before


@dataclass(slots=True)
class Entry:
    """An entry without a `__dict__`."""

    value: int


@pytest.mark.parametrize("kind", [Entry, lambda value: SimpleNamespace(value=value)], ids=["slots", "attributes"])
def test_items_that_change_in_place_are_restored(kind: Callable[[int], Any]) -> None:
    entries = LargeList(kind(nth) for nth in range(2_000))
    third = next(itertools.islice(entries, 3, None))
    assert entries[3] is third
    entries[3].value = 0
    entries[4].value = 4
    assert list(entries.changed()) == [3]
    entries.restore()
    assert entries[3] is third
    assert entries[3].value == 3


def test_lists_and_dictionaries_in_slots_are_restored() -> None:
    entries = LargeList(({"value": nth} if nth % 2 else [nth]) for nth in range(2_000))
    entries[2].append(7)
    entries[3]["value"] = 7
    assert entries.changed() == {2: [2, 7], 3: {"value": 7}}
    entries.restore()
    assert entries[2] == [2]
    assert entries[3] == {"value": 3}


def test_an_item_in_several_slots_is_restored() -> None:
    shared: list[int] = []
    entries = LargeList([shared] * 2_000)
    entries[3].append(1)
    assert entries[4] is shared
    assert entries.changed() == {3: [1]}
    entries.restore()
    assert not shared


def test_replacing_all_items_empties_the_table() -> None:
    entries = LargeList([None] * 2_000)
    entries[3] = 1
    entries[:] = [None] * 2_000
    assert not entries.changed()


def test_a_list_with_two_names_stays_one_list() -> None:
    """A list to which something else refers is not replaced, because only some of its names would be."""
    owner = SimpleNamespace(slots=[None] * 2_000, inner=SimpleNamespace())
    owner.inner.slots = owner.slots
    assert len(watch_large_lists([owner])) == 1
    assert owner.slots is owner.inner.slots
    assert isinstance(owner.slots, LargeList)
    kept = [None] * 2_000
    owner.inner.slots = kept
    assert len(watch_large_lists([owner])) == 1
    assert owner.inner.slots is kept
