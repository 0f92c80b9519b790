"""A search that lists the answers before it makes a move, and later takes back an answer that overlaps the move."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject

STRIP: Final = """
from math import inf


def places(cells):
    return [place for place in range(len(cells) - 1) if cells[place] == cells[place + 1] == 0]


def search(cells, moves, depth, side, alpha, beta):
    if depth == 0 or not moves:
        return sum(stone * (3, -5, 2, 7, -4, 1)[place] for place, stone in enumerate(cells))
    best = -inf * side
    for place in moves:
        answers = places(cells)
        cells[place] = cells[place + 1] = side
        value = search(cells, answers, depth - 1, -side, alpha, beta)
        cells[place] = cells[place + 1] = 0
        if side == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
MOVE: Final = "        answers = places(cells)\n        cells[place] = cells[place + 1] = side\n"
START: Final = "search([0] * 6, places([0] * 6), 3, 1, -inf, inf)"


def test_cells_that_an_overlapping_move_empties_are_a_bug(tmp_path: Path) -> None:
    """The first move is taken back in the end, so only a later position shows the bug."""
    (fault,) = own_subject(tmp_path, STRIP, "search", START).faults
    assert fault.startswith("changes `cells` and does not restore it, so a second search of a later position makes")


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_moves_that_do_not_overlap_are_right(depth: int, tmp_path: Path) -> None:
    text = STRIP.replace(MOVE, "".join(reversed(MOVE.splitlines(keepends=True))))
    assert_right(own_subject(tmp_path, text, "search", START.replace("3, 1", f"{depth}, 1")))
