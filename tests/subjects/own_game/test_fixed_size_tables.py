"""Tables of a fixed size: lists whose items the search replaces."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import verify_search
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.subjects.own_game.tables.positions import find_positions

ENGINE: Final = """
from math import inf

SIZE = 10_007


class Engine:
    def __init__(self):
        self.table = [None] * SIZE
        self.nodes = 0
        self.most = 40

    def search(self, marks, depth, alpha, beta):
        self.nodes += 1
        if depth == 0 or self.nodes > self.most * 1_000:
            return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20
        slot = hash(marks) % SIZE
        entry = self.table[slot]
        if entry is not None and entry[0] == (marks, depth):
            low, high = entry[1:]
            if low == high or low >= beta:
                return low
            if high <= alpha:
                return high
        best, start = -inf, alpha
        for mark in range(1, 5):
            best = max(best, -self.search(marks + (mark,), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.table[slot] = (marks, depth), best if best > start else -inf, best if best < beta else inf
        return best
"""
START: Final = "Engine().search((), 3, -inf, inf)"
# the first search of the position without marks makes every later search of it end at once
ENDS: Final = "        return best\n", "        self.most = self.most if marks else 0\n        return best\n"
WITHOUT_TABLE: Final = "        self.table[slot] = (marks", "        _ = (marks"


@pytest.mark.parametrize(
    ("changes", "is_wrong"), [((), False), ((WITHOUT_TABLE,), False), ((WITHOUT_TABLE, ENDS), True)]
)
def test_an_answer_from_a_table_is_no_other_game(
    changes: tuple[tuple[str, str], ...], is_wrong: bool, tmp_path: Path
) -> None:
    """The search leaves its node counter changed, which may be harmless or end a second search at once."""
    text = ENGINE
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "engine.py").write_text(text)
    subject = own_game_subject(f"{tmp_path / 'engine.py'}:Engine.search", [START])
    faults = subject.faults
    assert any("a second search of the same position makes 0 calls" in fault for fault in faults) == is_wrong
    assert is_wrong or not faults
    assert [game.watched.tables for game in subject.games] == [frozenset() if changes else {"self.table"}]


GLOBAL: Final = """
from math import inf

SIZE = 10_007
table = [None] * SIZE


def search(marks, depth, alpha, beta):
    if depth == 0:
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20
    slot = hash(marks) % SIZE
    if table[slot] is not None and table[slot][0] == (marks, depth):
        low, high = table[slot][1:]
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
    best, start = -inf, alpha
    for mark in range(1, 5):
        best = max(best, -search(marks + (mark,), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    table[slot] = (marks, depth), best if best > start else -inf, best if best < beta else inf
    return best
"""


ENTRIES: Final = """
class Entry:
    def __init__(self, key):
        self.key, self.low, self.high = key, -inf, inf


table = [Entry(None) for _ in range(SIZE)]
"""
IN_PLACE: Final = (
    ("table = [None] * SIZE\n", ENTRIES),
    (
        "    if table[slot] is not None and table[slot][0] == (marks, depth):\n        low, high = table[slot][1:]\n",
        "    entry = table[slot]\n    if entry.key == (marks, depth):\n        low, high = entry.low, entry.high\n",
    ),
    (
        "    table[slot] = (marks, depth), best if best > start else -inf, best if best < beta else inf\n",
        """\
    entry = table[slot]
    entry.key = marks, depth
    entry.low, entry.high = best if best > start else -inf, best if best < beta else inf
""",
    ),
)
SHARED_ENTRY: Final = (("[None] * SIZE", "[(None, 0, 0)] * SIZE"), ("table[slot] is not None and ", ""))


@pytest.mark.parametrize("changes", [(), IN_PLACE, SHARED_ENTRY], ids=["none", "in-place", "shared"])
def test_a_large_list_that_changes_is_a_table(changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    """It can be emptied before each call, whatever its slots contain at first."""
    text = GLOBAL
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    subject = own_subject(tmp_path, text, "search", "search((), 3, -inf, inf)")
    (game,) = subject.games
    assert game.watched.tables == {"global table"}
    assert not subject.has_hidden_table
    assert len(find_positions(game).shown()) == 21
    assert_right(subject)


@pytest.mark.slow
def test_a_wrong_entry_in_a_large_list_is_found(tmp_path: Path) -> None:
    file = tmp_path / "million.py"
    bounds = "best if best > start else -inf, best if best < beta else inf"
    file.write_text(GLOBAL.replace(bounds, "best, best").replace("10_007", "1_000_003"), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search((), 3, -inf, inf)", examples=20)
    assert "the result is right if the table is emptied" in str(verdict)


IN_ANOTHER_MODULE: Final = """
class Table:
    def __init__(self):
        self.slots = [None] * 20_011
        self.probes = 0

    def get(self, key):
        self.probes += 1
        entry = self.slots[hash(key) % len(self.slots)]
        return entry[1:] if entry is not None and entry[0] == key else None

    def put(self, key, value, kind):
        self.slots[hash(key) % len(self.slots)] = key, int(value), kind


TABLE = Table()
"""
COUNTS: Final = """
from math import inf

from own_table import TABLE


def search(marks, depth, alpha, beta, counts):
    counts["nodes"] += 1
    known = TABLE.get((marks, depth))
    if known is not None:
        value, kind = known
        if kind == "exact" or (kind == "low" and value >= beta) or (kind == "high" and value <= alpha):
            return value, []
    if depth == 0:
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20, []
    best, line, start = -inf, [], alpha
    for mark in range(1, 5):
        value, later = search(marks + (mark,), depth - 1, -beta, -alpha, counts)
        if -value > best:
            best, line = -value, [mark, *later]
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    TABLE.put((marks, depth), best, "low" if best >= beta else "high" if best <= start else "exact")
    return best, line
"""


def test_a_large_table_in_another_module_is_emptied_before_each_run(tmp_path: Path) -> None:
    """It only stores whole numbers, and no lines; the search also counts its calls and those to the table."""
    (tmp_path / "own_table.py").write_text(IN_ANOTHER_MODULE)
    subject = own_subject(tmp_path, COUNTS, "search", "search((), 2, -inf, inf, {'nodes': 0})")
    assert [game.watched.tables for game in subject.games] == [{"global TABLE.slots"}]
    assert_right(subject, trees=3)


SHARED_LIST: Final = """
class Pile:
    def __init__(self, stones):
        self.stones = stones

    def clone(self):
        return Pile(self.stones)  # not a copy


def search(pile, alpha, beta, is_max):
    if pile.stones[0] <= 0:
        return -pile.stones[0]
    best = -9 if is_max else 9
    for stones in range(1, pile.stones[0] + 1):
        child = pile.clone()
        child.stones[0] -= stones
        value = search(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_position_that_happens_to_have_a_value_of_its_children_is_no_table(tmp_path: Path) -> None:
    """The first search ends the game, and the second one evaluates its end as half of the first one's value."""
    (tmp_path / "pile.py").write_text(SHARED_LIST)
    subject = own_game_subject(f"{tmp_path / 'pile.py'}:search", ["search(Pile([2]), -9, 9, True)"])
    assert not subject.has_hidden_table
    assert any(fault.startswith("changes `pile.stones` and does not restore it") for fault in subject.faults)


SLOTS: Final = """
    SIZE = 31
    slots = [None] * SIZE

    def search(marks, depth, alpha, beta):
        entry = slots[hash(marks) % SIZE]
        if entry is not None and entry[0] == (marks, depth):
            kind, value = entry[1:]
            if kind == "exact" or (kind == "low" and value >= beta) or (kind == "high" and value <= alpha):
                return value
        if depth == 0:
            return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20
        best, start = -99, alpha
        for mark in range(1, 4):
            best = max(best, -search(marks + (mark,), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        kind = "low" if best >= beta else "high" if best <= start else "exact"
        slots[hash(marks) % SIZE] = (marks, depth), kind, best
        return best

    def best(depth):
        search((), depth, -99, 99)
        return slots[hash(()) % SIZE][2]
"""


@pytest.mark.parametrize("start", ["search((), 3, -99, 99)", "best(3)"])
def test_a_small_list_of_slots_is_recognised_as_a_table(start: str, tmp_path: Path) -> None:
    """If it is emptied before each call, a driver still finds the entry of its own search."""
    subject = own_subject(tmp_path, SLOTS, "search", start)
    (game,) = subject.games
    assert game.watched.tables == {"global slots"}
    assert not subject.has_hidden_table
    assert find_positions(game).shown()
    assert_right(subject)


@pytest.mark.slow
def test_a_wrong_entry_in_a_list_of_slots_is_found(tmp_path: Path) -> None:
    file = tmp_path / "slots.py"
    swapped = SLOTS.replace('"low" if best', '"high" if best').replace('"high" if best <=', '"low" if best <=')
    file.write_text(dedent(swapped), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search((), 3, -99, 99)", examples=20)
    assert "the result is right if the table is emptied" in str(verdict)
