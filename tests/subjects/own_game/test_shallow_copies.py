"""A copy of a board that shares its rows with the board is changed by the next move, too."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
from math import inf


def new():
    return [[0] * 3 for _ in range(2)]


def free(board):
    return [(row, column) for row in range(2) for column in range(3) if not board[row][column]]


def worth(board):
    return sum((5 * row + 2 * column) % 7 * board[row][column] for row in range(2) for column in range(3))


def search(board, depth, alpha, beta, is_max):
    if depth == 0 or not free(board):
        return worth(board)
    best = -inf if is_max else inf
    for row, column in free(board):
        if is_max:
            after = FIRST
            after[row][column] = 1
            best = max(best, search(after, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
        else:
            after = SECOND
            after[row][column] = -1
            best = min(best, search(after, depth - 1, alpha, beta, True))
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
DEEP: Final = "[list(row) for row in board]"
SHALLOW: Final = "list(board)"


@pytest.mark.parametrize(("first", "second"), [(DEEP, DEEP), (SHALLOW, DEEP), (DEEP, SHALLOW), (SHALLOW, SHALLOW)])
def test_a_shallow_copy_is_a_bug(first: str, second: str, tmp_path: Path) -> None:
    """It is also found if only one player's moves are made on such copies, so that no call changes its caller's board.

    But then all moves of this player stay on the board.
    """
    (tmp_path / "game.py").write_text(GAME.replace("FIRST", first).replace("SECOND", second), encoding="utf-8")
    faults = own_game_subject(f"{tmp_path / 'game.py'}:search", ["search(new(), 3, -inf, inf, True)"]).faults
    if first == second == DEEP:
        assert not faults
    else:
        (fault,) = faults
        assert fault.startswith("changes `board` and does not restore it")
