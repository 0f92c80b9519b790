"""A list of empty cells may have a different order after a cutoff, and a root call may make its best move."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import own_subject
from prunecheck import verify_search

SEARCH: Final = """
LINES = [(0, 1, 2), (2, 3, 4), (1, 3, 5), (0, 4, 5)]


class Board:
    def __init__(self, cells):
        self.cells = cells
        self.free = [(nth, nth % 2) for nth, stone in enumerate(cells) if not stone]

    def play(self, cell, stone):
        self.cells[cell[0]] = stone
        self.free.remove(cell)

    def undo(self, cell):
        self.cells[cell[0]] = 0
        self.free.append(cell)

    def winner(self):
        sums = [sum(self.cells[place] for place in line) for line in LINES]
        return 1 if 3 in sums else -1 if -3 in sums else 0


def search(board, depth, side, alpha, beta, makes_move=True):
    if board.winner() or not board.free or depth >= 9:
        return board.winner() * (10 - depth)
    best, chosen = -99 * side, None
    for cell in list(board.free):
        board.play(cell, side)
        value = search(board, depth + 1, -side, alpha, beta)
        UNDO
        if side * value > side * best:
            best, chosen = value, cell
        if side == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    if depth == 0 and makes_move:
        board.play(chosen, side)
    return best
"""
START: Final = "search(Board([1, 0, 0, -1, 0, 0]), 0, 1, -99, 99, False)"


def test_another_order_after_a_cutoff_is_no_bug(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, SEARCH.replace("UNDO", "board.undo(cell)"), "search", START)
    assert not subject.faults


def test_a_list_that_loses_a_cell_is_a_bug(tmp_path: Path) -> None:
    text = SEARCH.replace("UNDO", "board.undo(cell) if side * value < 9 else board.cells.__setitem__(cell[0], 0)")
    assert own_subject(tmp_path, text, "search", START).faults


@pytest.mark.slow
def test_a_search_with_a_list_of_empty_cells_passes(tmp_path: Path) -> None:
    file = tmp_path / "cells.py"
    file.write_text(SEARCH.replace("UNDO", "board.undo(cell)"), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=START, examples=30)
    assert verdict.sound, str(verdict)
