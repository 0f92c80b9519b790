"""The line of play in an answer is the best move, and then the line of the position after it."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import own_subject

CARDS: Final = """
    from math import inf

    def after(cards, move):
        return (cards[1:], cards[0]) if move == "left" else (cards[:-1], cards[-1])

    def search(cards, balance, alpha, beta, is_max):
        if not cards:
            return balance, []
        best, line = (-inf if is_max else inf), []
        for move in ("left", "right"):
            rest, card = after(cards, move)
            value, tail = search(rest, balance + (card if is_max else -card), alpha, beta, not is_max)
            if is_max:
                if value > best:
                    best, line = value, MAX
                alpha = max(alpha, best)
            else:
                if value < best:
                    best, line = value, MIN
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line
"""
START: Final = "search((3, 1, 4, 1, 5), 0, -inf, inf, True)"
RIGHT: Final = "[move, *tail]"


def faults(folder: Path, of_max: str, of_min: str) -> tuple[str, ...]:
    """The faults of a search with these lines at the moves of the two players."""
    return own_subject(folder, CARDS.replace("MAX", of_max).replace("MIN", of_min), "search", START).faults


@pytest.mark.parametrize("line", [RIGHT, "(tail.insert(0, move), tail)[1]", "[move, *tail][:3]", "[*tail, move]"])
def test_a_line_may_be_limited_or_reversed(line: str, tmp_path: Path) -> None:
    assert faults(tmp_path, line, line) == ()


@pytest.mark.parametrize("line", ["[move]", "[move, *tail[1:]]", "[*tail, move]", "line or [move, *tail]"])
def test_a_wrong_line_of_one_player_is_found(line: str, tmp_path: Path) -> None:
    """In place of the line after the best move, it has nothing, only a part of it, or the line after another move."""
    (fault,) = faults(tmp_path, RIGHT, line)
    assert fault.startswith("wrong line of play: `search(cards=")
    assert fault.endswith("`search` should return the best move, then that line")


def test_a_line_that_always_begins_with_the_same_move_is_found(tmp_path: Path) -> None:
    """Apart from the first move, the line is right."""
    line = '["left", *tail]'
    (fault,) = faults(tmp_path, line, line)
    assert fault.endswith("but its lines begin with the same move whichever move is best")


def test_a_line_may_begin_with_the_position_that_was_searched(tmp_path: Path) -> None:
    line = "[cards, *tail]"
    assert faults(tmp_path, line, line) == ()
