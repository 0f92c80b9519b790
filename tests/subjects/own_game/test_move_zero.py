"""A program that takes move 0 for no move, as `if move` does, returns another move in its place."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
from math import inf


def search(cells, depth, alpha, beta):
    free = [nth for nth, cell in enumerate(cells) if not cell]
    if depth == 0 or not free:
        return sum((3 * nth % 5 - 2) * cell for nth, cell in enumerate(cells)), None
    best, move = -inf, None
    for nth in free:
        after = [-cell for cell in cells]
        after[nth] = -1
        value = -search(after, depth - 1, -beta, -max(alpha, best))[0]
        if value > best:
            best, move = value, nth
        if best >= beta:
            break
    return best, move


def play(cells):
    value, move = search(cells, 2, -inf, inf)
    return ANSWER


def choose(cells):
    best, move = -inf, None
    for nth in range(FIRST, len(cells)):
        after = [-cell for cell in cells]
        after[nth] = -1
        value = -search(after, 1, -inf, inf)[0]
        if value > best:
            best, move = value, nth
    return ANSWER
"""


@pytest.mark.parametrize("start", ["play([0] * 5)", "choose([0] * 5)"])
@pytest.mark.parametrize("answer", ["move", "move or len(cells) - 1", "move if move else None"])
def test_move_zero_is_a_move(answer: str, start: str, tmp_path: Path) -> None:
    """Only with `move` as it is, the first cell is returned if it is the best.

    In its place, another cell or no cell is returned.
    """
    (tmp_path / "game.py").write_text(GAME.replace("ANSWER", answer).replace("FIRST", "0"), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:{start.partition('(')[0]}", [start])
    if answer == "move":
        assert not subject.faults
        assert subject.from_drivers[0].trials
    else:
        (fault,) = subject.faults
        lost = (
            "no move if move [0] is" if answer.endswith("None") else "4 both if move [0] is the best and if move [4] is"
        )
        assert fault.startswith(f"wrong move: `{start}` returns {lost} ")


@pytest.mark.parametrize("start", ["play([0] * 3)", "choose([0] * 3)"])
def test_move_zero_is_a_move_among_three(start: str, tmp_path: Path) -> None:
    """With so few moves, the variable that holds them shows which number is missing."""
    (tmp_path / "game.py").write_text(GAME.replace("ANSWER", "move or 2").replace("FIRST", "0"), encoding="utf-8")
    (fault,) = own_game_subject(f"{tmp_path / 'game.py'}:{start.partition('(')[0]}", [start]).faults
    assert fault.startswith(f"wrong move: `{start}` returns 2 both if move [0] is the best and if move [2] is ")


def test_a_driver_without_move_zero_is_right(tmp_path: Path) -> None:
    """No other move is returned in its place."""
    (tmp_path / "game.py").write_text(GAME.replace("ANSWER", "move or 4").replace("FIRST", "1"), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:choose", ["choose([1, 0, 0, 0, 0, 0])"])
    assert not subject.faults
    assert subject.from_drivers[0].trials
