"""A driver that can only choose between two moves is judged like one with more moves."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.moves.driver_runs import SHARES, DriverRuns
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
from math import inf


def moves(pile):
    return [take for take in TAKES if take <= pile]


def search(pile, depth, alpha, beta, side):
    if depth == 0 or not moves(pile):
        return side * (pile * 7 % 5 - 2)
    best = -side * inf
    for take in moves(pile):
        value = search(pile - take, depth - 1, alpha, beta, -side)
        if side == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def choose(pile, depth):
    move = None
    for plies in range(1, depth + 1):
        best = -inf
        for take in moves(pile):
            value = search(pile - take, plies - 1, best, inf, -1)
            if value > best:
                best, move = value, take
    return move
"""
FROM_EARLIER: Final = "        best = -inf\n        for", "        best = -inf if plies == 1 else best\n        for"
AT_LEAST: Final = "value > best", "value >= best"
NONE_NEGATIVE: Final = (
    "        best = -inf\n        for",
    "        best = 0\n        move = moves(pile)[0]\n        for",
)


@pytest.mark.parametrize("takes", ["(1, 2)", "(1, 2, 3)"])
@pytest.mark.parametrize("change", [None, FROM_EARLIER, AT_LEAST, NONE_NEGATIVE])
def test_wrong_moves_of_drivers_are_found(change: tuple[str, str] | None, takes: str, tmp_path: Path) -> None:
    """The best value is from an earlier depth, equal to a bound, or below 0."""
    text = GAME.replace("TAKES", takes)
    if change is not None:
        assert text.count(change[0]) == 1
        text = text.replace(*change)
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:choose", ["choose(8, 4)"])
    (fault,) = subject.faults or ("",)
    assert fault.startswith("wrong move: `choose(8, 4)` returned ") == (change is not None), subject.faults
    assert fault or subject.from_drivers[0].trials


WORSE: Final = "search(pile - take, plies - 1, best, inf, -1)", "-search(pile - take, plies - 1, -inf, inf, -1)"
INDICES: Final = ("pile - take", "pile - moves(pile)[take]"), ("value, take", "value, moves(pile)[take]")


def test_a_driver_that_takes_the_worse_of_two_moves_is_wrong(tmp_path: Path) -> None:
    """The variable that holds each move shows which move is returned."""
    (tmp_path / "game.py").write_text(GAME.replace("TAKES", "(1, 2)").replace(*WORSE), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:choose", ["choose(8, 4)"])
    (fault,) = subject.faults
    assert fault.startswith("wrong move: `choose(8, 4)` picks the move with the smallest value")


@pytest.mark.parametrize("changes", [[], [WORSE]])
def test_without_such_a_variable_the_choice_of_two_moves_is_unclear(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    """The index of a move may be the number of the other one."""
    search, driver = GAME.replace("TAKES", "(1, 0)").split("def choose")
    for before, after in (*changes, ("for take in moves(pile)", "for take in (0, 1)"), *INDICES):
        assert before in driver
        driver = driver.replace(before, after)
    (tmp_path / "game.py").write_text(f"{search}def choose{driver}", encoding="utf-8")
    (found,) = own_game_subject(f"{tmp_path / 'game.py'}:choose", ["choose(8, 4)"]).from_drivers
    assert (found.trials, found.fault, found.untold) == (0, "", True)
    assert found.note.startswith("in a position with two moves, prunecheck cannot see whether `choose(8, 4)` returns")


@pytest.mark.parametrize("values", [1, 1.3, 2, 3, 4, 5, 8, 10_000])
def test_values_are_not_whole_numbers(values: float, tmp_path: Path) -> None:
    """A move that is a whole number is not mistaken for a value."""
    (tmp_path / "game.py").write_text(GAME.replace("TAKES", "(1, 2)"), encoding="utf-8")
    (game,) = own_game_subject(f"{tmp_path / 'game.py'}:choose", ["choose(4, 2)"]).games
    game.limits = replace(game.limits, values=values)
    most = DriverRuns(game).most
    assert 0 < most <= values
    assert all(most * share % 1 for share in SHARES)
