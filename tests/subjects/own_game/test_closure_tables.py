"""A search may keep its table in an enclosing function, an attribute of a function, or a class of another module."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right
from piles import Written, game
from prunecheck import verify_search
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

NESTED: Final = """
def best(heaps, plies):
    table = {}

    def search(heaps, depth, alpha, beta):
        low, high = table.get((heaps, depth), (-inf, inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if depth == 0 or not any(heaps):
            return sum(nth * heap for nth, heap in enumerate(heaps, 2)) * 7 % 5 - 2
        alpha, beta = max(alpha, low), min(beta, high)
        found = -inf
        for nth, heap in enumerate(heaps):
            if heap and found < beta:
                after = heaps[:nth] + (heap - 1,) + heaps[nth + 1:]
                found = max(found, -search(after, depth - 1, -beta, -max(alpha, found)))
        table[heaps, depth] = (found if found > alpha else low), (found if found < beta else high)
        return found

    return search(heaps, plies, -inf, inf)
"""
START: Final = "best((3, 2, 2), 4)"
IN_ATTRIBUTE: Final = NESTED.replace("    table = {}\n", "").replace("table", "best.table") + "\nbest.table = {}\n"


def test_a_table_of_an_enclosing_function_is_known(tmp_path: Path) -> None:
    """An answer from the table is not a cutoff in the full window."""
    found = game(tmp_path, Written(NESTED, "best", START))
    assert not found.faults
    assert found.remembers
    assert found.watched.tables == {"table"}


def test_a_table_in_an_attribute_of_a_function_is_known(tmp_path: Path) -> None:
    """A table in such an attribute lasts as long as a table in a global variable."""
    found = game(tmp_path, Written(IN_ATTRIBUTE, "best", START))
    assert not found.faults
    assert found.remembers
    assert found.watched.tables == {"global best.table"}


@pytest.mark.slow
@pytest.mark.parametrize("written", [NESTED, IN_ATTRIBUTE], ids=["variable", "attribute"])
def test_a_wrong_entry_in_such_a_table_is_found(written: str, tmp_path: Path) -> None:
    """The search stores an upper bound as an exact value."""
    file = tmp_path / "game.py"
    text = written.replace("(found if found > alpha else low)", "found")
    file.write_text("from math import inf\n" + text, encoding="utf-8")
    found = verify_search(f"{file}:best", start=[START], examples=100, seconds=10)
    assert "the result is right if the table is emptied before each call" in str(found)


STORE: Final = """
    class HashTable:
        known = {}
"""


WITH_STORE: Final = """
    import class_store

    class Engine:
        def __init__(self):
            self.table = class_store.HashTable()

        def search(self, pile, depth):
            if (pile, depth) in self.table.known:
                return self.table.known[pile, depth]
            if depth == 0 or pile == 0:
                return pile % 5 - 2
            best = max(-self.search(pile - take, depth - 1) for take in (1, 2, 3) if take <= pile)
            self.table.known[pile, depth] = best
            return best
"""


def test_a_table_may_belong_to_a_class_of_another_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("class_store", STORE), ("own_game", WITH_STORE)):
        Path(f"{name}.py").write_text(dedent(text), encoding="utf-8")
    subject = own_game_subject("own_game.py:Engine.search", ["Engine().search(9, 4)"])
    assert subject.saves_leaves
    assert_right(subject)
