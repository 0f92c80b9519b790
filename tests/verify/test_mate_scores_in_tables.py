"""Scores for mate that depend on the ply are checked with the values of the game, since random ones must be smaller."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search

MATE: Final = """
MATE = 100
TABLE = {}


def won(cells):
    return any(cells[nth] == cells[nth + 1] != 0 for nth in range(len(cells) - 1))


def search(cells, ply, alpha, beta):
    if won(cells):
        return ply - MATE
    if 0 not in cells:
        return 0
    if cells in TABLE:
        value, low, high = TABLE[cells]
        if abs(value) > MATE // 2:
            value -= ply if value > 0 else -ply
        if (low or value <= alpha) and (high or value >= beta):
            return value
    best, first = -2 * MATE, alpha
    for nth, held in enumerate(cells):
        if held == 0:
            following = (*cells[:nth], 1 + ply % 2, *cells[nth + 1 :])
            best = max(best, -search(following, ply + 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    stored = best
    if abs(best) > MATE // 2:
        stored += ply if best > 0 else -ply
    TABLE[cells] = stored, best > first, best < beta
    return best
"""
READ: Final = "            value -= ply if value > 0 else -ply\n", "            pass\n"


@pytest.mark.parametrize("right", [True, False])
def test_a_score_that_is_not_adjusted_when_it_is_read_is_found(right: bool, tmp_path: Path) -> None:
    """With random values, the table would change them, too."""
    file = tmp_path / "cells.py"
    assert READ[0] in MATE
    file.write_text(MATE if right else MATE.replace(*READ), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search((0,) * 5, 0, -200, 200)", examples=20)
    assert verdict.sound is right, str(verdict)
    assert ("all have the values of the game" in str(verdict)) is not right
