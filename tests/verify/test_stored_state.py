"""A verdict does not say that a search stores nothing if prunecheck saw that it does."""

from pathlib import Path

import pytest

from piles import HEAD
from prunecheck import verify_search

STORES = """
class Table:
    def __init__(self):
        self.entries = {}


held = {}
calls = 0


def search(pile, depth, alpha, beta):
    global calls
    calls += 1
    if depth == 0 or not moves(pile):
        return pile % 5 - 2
    entries = held["table"].entries
    best = -inf
    for take in sorted(moves(pile), key=lambda take: entries.get(pile - take, 0)):
        best = max(best, -search(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    STORED
    return best
"""


@pytest.mark.parametrize(
    "stored, said",
    [
        (
            "entries[pile] = best",
            "not checked: the search changes the global variable `held` and does not restore it, but",
        ),
        ("pass", "not needed, because the search stores nothing between calls"),
    ],
)
def test_sequences_of_a_search_with_a_table_out_of_sight(stored: str, said: str, tmp_path: Path) -> None:
    """The table is in an object in a dictionary, and orders moves. A counter of calls does not count as stored."""
    file = tmp_path / "stores.py"
    file.write_text(HEAD + STORES.replace("STORED", stored), encoding="utf-8")
    start = "(held.update(table=Table()), search(8, 3, -inf, inf))[-1]"
    verdict = verify_search(f"{file}:search", start=start, effort="quick", examples=20)
    assert said in str(verdict)


KILLERS = """
killers = EMPTY


def search(pile, depth, alpha, beta):
    if depth == 0 or not moves(pile):
        return pile * 7 % 5 - 2
    best = -inf
    for take in sorted(moves(pile), key=lambda take: take != killers.get(depth)):
        best = max(best, -search(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            killers[depth] = take
            break
    return best
"""


@pytest.mark.parametrize("kind", ["dictionary", "list"])
def test_sequences_of_a_search_that_stores_killer_moves(kind: str, tmp_path: Path) -> None:
    """Killer moves are not a table of values, but they are stored between calls."""
    text = KILLERS.replace("EMPTY", "{}")
    if kind == "list":
        text = KILLERS.replace("EMPTY", "[0] * 9").replace("killers.get(depth)", "killers[depth]")
    file = tmp_path / "killers.py"
    file.write_text(HEAD + text, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search(12, 4, -inf, inf)", effort="quick", examples=20)
    assert "not checked: the search changes the global variable `killers` and does not restore it, but" in str(verdict)
