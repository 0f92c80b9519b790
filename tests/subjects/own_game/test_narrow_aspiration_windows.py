"""A driver that does not repeat a search in a wider window is found even if all its windows are narrow."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
from math import inf


def search(pile, depth, alpha, beta):
    if depth == 0 or pile < 3:
        return pile * 37 % 41 - 20
    best = -inf
    for take in (1, 2, 3):
        best = max(best, -search(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def deepen(pile, depth):
    guess = 0
    for plies in range(1, depth + 1):
        low, high = guess - 2, guess + 2
        guess = search(pile, plies, low, high)
        if AGAIN:
            guess = search(pile, plies, -inf, inf)
    return guess


def aspire(pile, depth, guess=0):
    low, high = guess - 2, guess + 2
    guess = search(pile, depth, low, high)
    if AGAIN:
        guess = search(pile, depth, -inf, inf)
    return guess


def to_the_end(pile, alpha, beta):
    if pile < 3:
        return pile * 37 % 41 - 20
    best = -inf
    for take in (1, 2, 3):
        best = max(best, -to_the_end(pile - take, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def aspire_to_the_end(pile):
    guess = to_the_end(pile, -2, 2)
    if GUESS:
        guess = to_the_end(pile, -inf, inf)
    return guess


def once(pile, depth):
    return search(pile, depth, -1, 1)
"""


@pytest.mark.parametrize("again", ["not low < guess < high", "guess <= low", "guess < low or guess > high", "False"])
@pytest.mark.parametrize("start", ["deepen(12, 3)", "aspire(12, 3)"])
def test_a_search_is_repeated_if_its_value_is_not_inside_the_window(start: str, again: str, tmp_path: Path) -> None:
    """A value equal to an end of the window may be a bound, also if all searches have the same depth."""
    (tmp_path / "game.py").write_text(GAME.replace("AGAIN", again).replace("GUESS", "True"), encoding="utf-8")
    faults = own_game_subject(f"{tmp_path / 'game.py'}:search", [start]).faults
    right = again == "not low < guess < high" or (again == "False" and start.startswith("aspire"))  # a single search
    assert bool(faults) == (not right)
    assert all(fault.startswith(f"wrong value: `{start}` returns ") for fault in faults)


@pytest.mark.parametrize("again", ["not -2 < guess < 2", "not -2 <= guess <= 2"])
def test_a_search_without_a_depth_is_repeated_if_its_value_is_not_inside_the_window(again: str, tmp_path: Path) -> None:
    """The message then names no depth."""
    (tmp_path / "game.py").write_text(GAME.replace("GUESS", again).replace("AGAIN", "True"), encoding="utf-8")
    faults = own_game_subject(f"{tmp_path / 'game.py'}:to_the_end", ["aspire_to_the_end(7)"]).faults
    assert bool(faults) == (again == "not -2 <= guess <= 2")
    assert not any("depth" in fault for fault in faults)


def test_the_value_of_a_single_search_in_a_narrow_window_is_not_judged(tmp_path: Path) -> None:
    """The program possibly only asks who wins."""
    (tmp_path / "game.py").write_text(GAME.replace("GUESS", "True").replace("AGAIN", "True"), encoding="utf-8")
    assert not own_game_subject(f"{tmp_path / 'game.py'}:search", ["once(12, 3)"]).faults


MOVES: Final = """
def search(pile, depth, alpha, beta):
    if depth == 0 or pile < 3:
        return (40 if pile == 3 else pile % 3 - 1), None
    best, move = -float("inf"), None
    for take in (1, 2, 3):
        value = -search(pile - take, depth - 1, -beta, -max(alpha, best))[0]
        if value > best:
            best, move = value, take
        if best >= beta:
            break
    return best, move


def choose(pile, plies):
    guess, move = 0, None
    for depth in range(1, plies + 1):
        low, high = guess - 5, guess + 5
        while True:
            value, found = search(pile, depth, low, high)
            if value <= low:
                low = -float("inf")
            elif value >= high:
                high = float("inf")
            else:
                guess, move = value, found
                break
    return move
"""


@pytest.mark.parametrize("is_wrong", [False, True])
def test_a_repeated_search_does_not_hide_the_move_of_the_judged_one(is_wrong: bool, tmp_path: Path) -> None:
    """With a made-up value outside its window, the driver searches again, and would get the game's real move."""
    text = MOVES.replace("best, move = value, take", "best, move = value, move or take") if is_wrong else MOVES
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    assert bool(own_game_subject(f"{tmp_path / 'game.py'}:search", ["choose(12, 3)"]).faults) == is_wrong
