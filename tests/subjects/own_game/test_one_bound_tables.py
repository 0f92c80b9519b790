"""Searches that pass only one bound down and keep a transposition table: they are judged in the full window."""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck import verify_search
from prunecheck.api import Verdict
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

HEAD = """
    from math import inf

    TABLE = {}

    def moves(pile):
        return [take for take in (1, 2, 3) if take <= pile]

    def value(pile):
        return pile * 7 % 5 - 2
"""
NEGAMAX = """
    def search(pile, depth, bound):
        place = pile, depth
        if place in TABLE:
            known, exact = TABLE[place]
            if exact or known >= bound:
                return known
        if depth == 0 or not moves(pile):
            return value(pile)
        best = -inf
        for take in moves(pile):
            best = max(best, -search(pile - take, depth - 1, -best))
            if best >= bound:
                break
        TABLE[place] = best, {exact}
        return best
"""
TWO_PLAYERS = """
    def search(pile, depth, mine, best_above):
        if (pile, depth, mine) in TABLE:
            return TABLE[pile, depth, mine]
        if depth == 0 or not moves(pile):
            return value(pile)
        best = -inf if mine else inf
        for take in moves(pile):
            found = search(pile - take, depth - 1, not mine, best)
            best = max(best, found) if mine else min(best, found)
            if best >= best_above if mine else best <= best_above:
                return best
        TABLE[pile, depth, mine] = best
        return best
"""
METHOD = """
    class Engine:
        def __init__(self, pile):
            self.pile, self.known = pile, {{}}

        def search(self, depth, limit=inf):
            low, high = self.known.get((self.pile, depth), (-inf, inf))
            if low >= limit or low == high:
                return low
            if depth == 0 or not moves(self.pile):
                return value(self.pile)
            best = -inf
            for take in moves(self.pile):
                self.pile -= take
                best = max(best, -self.search(depth - 1, -best))
                self.pile += take
                if best >= limit:
                    break
            self.known[self.pile, depth] = best, {high}
            return best
"""


def _verdict(folder: Path, text: str, name: str, start: str) -> Verdict:
    file = folder / "engine.py"
    file.write_text(dedent(HEAD + text))
    return verify_search(f"{file}:{name}", start=[start], examples=200)


SEARCHES = {
    "negamax": (NEGAMAX.format(exact="best < bound"), NEGAMAX.format(exact="True"), "search", "search(9, 4, inf)"),
    "flag exchanged": (
        NEGAMAX.format(exact="best < bound"),
        NEGAMAX.format(exact="best >= bound"),
        "search",
        "search(9, 4, inf)",
    ),
    "two players": (
        TWO_PLAYERS,
        TWO_PLAYERS.replace("return best\n        TABLE", "break\n        TABLE"),
        "search",
        "search(9, 4, True, inf)",
    ),
    "method": (
        METHOD.format(high="inf if best >= limit else best"),
        METHOD.format(high="best"),
        "Engine.search",
        "Engine(9).search(4)",
    ),
}


@pytest.mark.fast_cases("method")
@pytest.mark.parametrize("right, wrong, name, start", SEARCHES.values(), ids=SEARCHES)
def test_a_search_with_one_bound_and_a_table_is_judged(
    right: str, wrong: str, name: str, start: str, tmp_path: Path
) -> None:
    """A bound that is stored as the value is found, and its repair passes."""
    verdict = _verdict(tmp_path, right, name, start)
    assert verdict.sound, str(verdict)
    verdict = _verdict(tmp_path, wrong, name, start)
    assert not verdict.sound
    assert "wrong value" in str(verdict)


TWO_FUNCTIONS = """
from math import inf

TABLE = {}


def moves(board):
    return [cell for cell in range(5) if board[cell] == 0]


def score(board):
    return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board))


def high(board, depth):
    key = tuple(board), depth, True
    if key in TABLE:
        return TABLE[key]
    if depth == 0 or not moves(board):
        return score(board)
    best = -inf
    for cell in moves(board):
        board[cell] = 1
        best = max(best, low(board, depth - 1, best))
        board[cell] = 0
    TABLE[key] = best
    return best


def low(board, depth, bound):
    key = tuple(board), depth, False
    if key in TABLE:
        return TABLE[key]
    if depth == 0 or not moves(board):
        return score(board)
    best = inf
    for cell in moves(board):
        board[cell] = -1
        best = min(best, high(board, depth - 1))
        board[cell] = 0
        if best <= bound:
            END
    TABLE[key] = best
    return best
"""


@pytest.mark.fast_cases("return best")
@pytest.mark.parametrize("end", ["return best", "break"])
def test_a_bound_in_a_table_is_not_the_entry_of_another_position(end: str, tmp_path: Path) -> None:
    """The bound is opened before the table is judged; with `break`, trees show the wrong value later."""
    file = tmp_path / "game.py"
    file.write_text(TWO_FUNCTIONS.replace("END", end), encoding="utf-8")
    subject = own_game_subject(f"{file}:high", ["high([0] * 5, 4)"])
    assert subject.faults == ()
    assert any("takes only one bound, `bound` in `low`" in fact for fact in subject.facts)
