"""A search may change its own copy of a position, unless the copy shares its rows with the position."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
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


COPIES: Final = """
    from copy import deepcopy
    from math import inf

    class Board:
        def __init__(self):
            self.cells, self.side = [0] * 4, 1

        def play(self, cell):
            self.cells[cell], self.side = self.side, -self.side

    def worth(board):
        return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board.cells))

    def search(board, depth, alpha, beta, is_max):
        free = [cell for cell in range(4) if not board.cells[cell]]
        if depth == 0 or not free:
            return worth(board)
        best = -inf if is_max else inf
        for cell in free:
            before = deepcopy(board)
            board.play(cell)
            value = search(board, depth - 1, alpha, beta, not is_max)
            RESTORE
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""


@pytest.mark.parametrize(("restore", "right"), [("board = before", True), ("pass", False)])
def test_a_position_may_be_changed_if_each_caller_goes_on_with_a_copy(
    restore: str, right: bool, tmp_path: Path
) -> None:
    subject = own_subject(tmp_path, COPIES.replace("RESTORE", restore), "search", "search(Board(), 3, -inf, inf, True)")
    assert any("does not restore" in fault for fault in subject.faults) != right
    if right:
        assert_right(subject)


LAST_STONES: Final = """
    from math import inf

    class Board:
        def __init__(self, other=None):
            self.pits = other.pits[:] if other else [1, 0, 1, 0, 1, 2, 0, 0]

        def moves(self):
            return [pit for pit in range(3) if self.pits[pit]]

        def sow(self, pit):
            stones, self.pits[pit] = self.pits[pit], 0
            while stones:
                pit = (pit + 1) % 7
                self.pits[pit] += 1
                stones -= 1
            return pit == 3

        def turned(self):
            board = Board()
            board.pits = self.pits[4:] + self.pits[:4]
            return board

        def over(self):
            if any(self.pits[:3]):
                return False
            self.pits[7] += sum(self.pits[4:7])
            self.pits[4:7] = [0, 0, 0]
            return True

    def search(board, turn, alpha, beta):
        if board.over():
            return turn * (board.pits[3] - board.pits[7])
        best = -inf * turn
        for move in board.moves():
            child = Board(board)
            if child.sow(move):
                value = search(child, turn, alpha, beta)
            else:
                value = search(child.turned(), -turn, alpha, beta)
            if turn == 1:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_leaf_may_change_its_own_copy_of_the_board(tmp_path: Path) -> None:
    """At the end of the game, the last stones are collected, as in mancala."""
    assert_right(own_subject(tmp_path, LAST_STONES, "search", "search(Board(), 1, -inf, inf)"))
