"""Starts that make several searches: if they depend on each other, the last one is judged; else the largest."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from piles import HEAD
from prunecheck import PreconditionError, verify_search
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

ENGINE: Final = """
class Engine:
    def __init__(self):
        self.table = {}

    def negamax(self, pile, depth, alpha, beta):
        if depth <= 0 or not moves(pile):
            return pile % 4 - 2
        best, move = -inf, None
        for take in moves(pile):
            value = -self.negamax(pile - take, depth - 1, -beta, -max(alpha, best))
            if value > best:
                best, move = value, take
            if best >= beta:
                break
        self.table[pile] = depth, best, move
        return best

    def deepen(self, pile, plies):
        for depth in range(1, plies + 1):
            self.negamax(pile, depth, -inf, inf)
            move = self.table[pile][2]
        return move
"""
ASPIRATION: Final = """
def negamax(pile, depth, alpha, beta):
    if depth <= 0 or not moves(pile):
        return pile % 4 * depth - pile
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def deepen(pile, plies):
    guess = negamax(pile, 1, -inf, inf)
    for depth in range(2, plies + 1):
        low, high = guess - 1, guess + 1
        while True:
            guess = negamax(pile, depth, low, high)
            if guess <= low:
                low = -inf
            elif guess >= high:
                high = inf
            else:
                break
    return guess
"""
RECORDS: Final = """
from typing import NamedTuple

class Result(NamedTuple):
    score: int
    take: int = 0

def negamax(pile, depth, alpha, beta):
    if depth <= 0 or not moves(pile):
        return Result(pile % 4 * depth - pile)
    best = Result(-1000)
    for take in moves(pile):
        score = -negamax(pile - take, depth - 1, -beta, -max(alpha, best.score)).score
        if score > best.score:
            best = Result(score, take)
        if best.score >= beta:
            break
    return best

def deepen(pile, plies):
    guess = 0
    for depth in range(1, plies + 1):
        result = negamax(pile, depth, guess - 2, guess + 2)
        if not guess - 2 < result.score < guess + 2:
            result = negamax(pile, depth, -inf, inf)
        guess = result.score
    return result
"""
WRONG: Final = ">= beta:", ">= beta - 1:"


@pytest.mark.fast_cases("True-searches again outside a window")
@pytest.mark.parametrize(
    ("text", "start", "alone"),
    [(ENGINE, "Engine().deepen(9, 4)", True), (ASPIRATION, "deepen(9, 4)", False), (RECORDS, "deepen(9, 4)", False)],
    ids=["reads its move in a table", "searches again outside a window", "returns a record"],
)
@pytest.mark.parametrize("is_wrong", [False, True])
def test_the_last_search_of_a_start_is_judged(
    text: str, start: str, alone: bool, is_wrong: bool, tmp_path: Path
) -> None:
    """It is judged `alone`, without the other searches of the starting call, if these cannot get other answers."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + (text.replace(*WRONG) if is_wrong else text), encoding="utf-8")
    name = f"{file}:{'Engine.' if text == ENGINE else ''}negamax"
    (game,) = own_game_subject(name, [start]).games
    assert game.program.only_first == (4 if alone else None)
    found = verify_search(name, start=[start], examples=15, seconds=10)
    assert found.sound != is_wrong, str(found)
    assert ("prunecheck only checked the last search of the starting call" in str(found)) == alone


LOW: Final = (
    """            if guess <= low:
                low = -inf
            elif guess""",
    "            if guess",
)
STRICT: Final = "guess <= low", "guess < low"
BEYOND: Final = ("best >= beta", "best > beta"), ("-max(alpha, best))", "-alpha)")


@pytest.mark.parametrize(
    ("changes", "is_wrong"),
    [((), False), ((LOW,), True), ((STRICT,), True), ((STRICT, *BEYOND), False)],
    ids=["right", "not searched again", "takes a bound for a value", "no value is equal to its bound"],
)
def test_the_value_after_aspiration_windows_is_checked(
    changes: tuple[tuple[str, str], ...], is_wrong: bool, tmp_path: Path
) -> None:
    """Each search is answered with a value for its depth, or with a bound of its window."""
    text = ASPIRATION
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "game.py"
    file.write_text(HEAD + text, encoding="utf-8")
    (moves,) = own_game_subject(f"{file}:negamax", ["deepen(9, 4)"]).from_drivers
    assert moves.fault.startswith("wrong value: `deepen(9, 4)` returns ") == is_wrong, moves
    assert bool(moves.fault) == is_wrong


BY_MOVE: Final = """
    def choose(self, pile, plies):
        best, chosen = -inf, None
        for depth in range(1, plies + 1):
            for take in moves(pile):
                self.negamax(pile - take, depth, -inf, inf)
                value = -self.table[pile - take][1]
                if value > best:
                    best, chosen = value, take
        return chosen
"""


def test_searches_of_several_moves_are_not_taken_for_one(tmp_path: Path) -> None:
    """Each search is of another position, so none of them gives the value of the starting call."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + ENGINE + BY_MOVE, encoding="utf-8")
    with pytest.raises(
        PreconditionError,
        match=r"changes the values that the search gets or returns: KeyError.*; give a call to the search itself",
    ):
        own_game_subject(f"{file}:Engine.negamax", ["Engine().choose(9, 3)"])


WIDE: Final = """
    from math import inf

    def search(marks, depth, alpha, beta, is_max):
        if depth == 0:
            return sum(mark * (nth + 2) for nth, mark in enumerate(marks)) % 19 - 9
        best = -inf if is_max else inf
        for mark in range(30):
            value = search((*marks, mark), depth - 1, alpha, beta, not is_max)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    def choose():
        best, choice = -inf, None
        for mark in range(30):
            value = search((mark,), 2, -inf, inf, False)
            if value > best:
                best, choice = value, mark
        return choice
"""


def test_one_of_many_searches_is_recorded_to_more_plies(tmp_path: Path) -> None:
    """All of them together have too many calls for more than one ply."""
    subject = own_subject(tmp_path, WIDE, "search", "choose()")
    assert len(subject.games[0].starts()) == 31
    assert_right(subject, 5)
