"""The search for wrong entries opens windows in attributes again after each call, so that every entry is exact."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

ENGINE: Final = """
from math import inf


class Engine:
    def __init__(self):
        self.table = {}
        self.alpha, self.beta = -inf, inf

    def search(self, marks, depth):
        if depth == 0:
            return sum((nth % 3 + 3) * mark * mark for nth, mark in enumerate(sorted(marks))) % 41 - 20
        key = tuple(sorted(marks)), depth
        low, high = self.table.get(key, (-inf, inf))
        if low == high or low >= self.beta:
            return low
        if high <= self.alpha:
            return high
        best, alpha, beta = -inf, self.alpha, self.beta
        for mark in range(1, 5):
            self.alpha, self.beta = -beta, -max(alpha, best)
            best = max(best, -self.search(marks + (mark,), depth - 1))
            if best >= beta:
                break
        self.alpha, self.beta = alpha, beta
        self.table[key] = best if best > alpha else -inf, best if best < beta else inf
        return best
"""
START: Final = "Engine().search((), 3)"
KEY: Final = "key = tuple(sorted(marks)), depth", "key = sum(marks), depth"


@pytest.mark.parametrize("changes", [(), (KEY,)], ids=["right", "wrong key"])
def test_a_wrong_entry_is_found_if_the_bounds_are_attributes(
    changes: tuple[tuple[str, str], ...], tmp_path: Path
) -> None:
    """Only a key that different positions share is a fault; in a narrow window, cutoffs would hide it."""
    text = ENGINE
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "engine.py").write_text(text)
    faults = own_game_subject(f"{tmp_path / 'engine.py'}:Engine.search", [START]).faults
    assert any("the table entry of another position" in fault for fault in faults) == bool(changes)
