"""A list of empty cells may have a different order after a cutoff, and a root call may make its best move."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from own_programs import own_subject
from prunecheck import verify_search
from prunecheck.subjects.own_game.tables.example import drawn_example
from prunecheck.subjects.own_game.tables.positions import find_positions
from prunecheck.subjects.own_game.tables.sequences import bound_first, drawn_steps, play

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
RIGHT: Final = SEARCH.replace("UNDO", "board.undo(cell)")
TABLE_OF_BOUNDS: Final = (
    RIGHT.replace(
        "    best, chosen = -99",
        """\
    key = (*board.cells, side)
    if key in TABLE:
        return TABLE[key]
    best, chosen = -99""",
    )
    .replace("    if depth == 0 and", "    TABLE[key] = best\n    if depth == 0 and")
    .replace("LINES =", "TABLE = {}\nLINES =")
)
START: Final = "search(Board([1, 0, 0, -1, 0, 0]), 0, 1, -99, 99, False)"


def test_another_order_after_a_cutoff_is_no_bug(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, RIGHT, "search", START)
    assert not subject.faults


def test_a_list_that_loses_a_cell_is_a_bug(tmp_path: Path) -> None:
    text = SEARCH.replace("UNDO", "board.undo(cell) if side * value < 9 else board.cells.__setitem__(cell[0], 0)")
    assert own_subject(tmp_path, text, "search", START).faults


@pytest.mark.slow
def test_a_search_with_a_list_of_empty_cells_passes(tmp_path: Path) -> None:
    file = tmp_path / "cells.py"
    file.write_text(RIGHT, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=START, examples=30)
    assert verdict.sound, str(verdict)


def test_later_searches_recognise_a_position_whose_list_has_another_order(tmp_path: Path) -> None:
    """Otherwise, no sequence of searches could contain a cutoff."""
    (game,) = own_subject(tmp_path, TABLE_OF_BOUNDS, "search", START).games
    positions, random = find_positions(game), Random(0)  # noqa: S311
    played = 0
    for _ in range(20):
        if steps := drawn_steps(positions, random):
            example = drawn_example(positions, [steps[-1].node], random)
            assert example is not None
            assert play(example, bound_first(example, steps, random)) is not None
            played += 1
    assert played > 10


@pytest.mark.slow
def test_a_bound_in_a_table_is_found_in_spite_of_such_a_list(tmp_path: Path) -> None:
    file = tmp_path / "cells.py"
    file.write_text(TABLE_OF_BOUNDS, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=START, effort="quick")
    assert verdict.status == "refuted"
    assert "with the same table" in str(verdict)
