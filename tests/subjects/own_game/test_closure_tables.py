"""A search may keep its table in a variable of an enclosing function, or in an attribute of a function."""

from pathlib import Path
from typing import Final

import pytest

from piles import Written, game
from prunecheck import verify_search

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
