"""A search whose answers always have the same move, or None, gets a note."""

from pathlib import Path

import pytest

from prunecheck import verify_search

TEXT = """
from math import inf


def search(pile, depth, alpha, beta, mine):
    if depth == 0 or not pile:
        return pile * 7 % 5 - 2, None
    best, move = -inf if mine else inf, None
    for take in [each for each in (1, 2, 3) if each <= pile]:
        found, _ = search(pile - take, depth - 1, alpha, beta, not mine)
        if found > best if mine else found < best:
            best, move = found, take
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, MOVE
"""


@pytest.mark.parametrize("move", ["None", "1", "move"])
def test_a_move_that_never_varies_is_noted(move: str, tmp_path: Path) -> None:
    """It may be something else, such as a count, so it is not a failure."""
    file = tmp_path / "game.py"
    file.write_text(TEXT.replace("MOVE", move))
    verdict = verify_search(f"{file}:search", start=["search(9, 4, -inf, inf, True)"], examples=15)
    assert verdict.sound, str(verdict)
    note = (
        f"item 2 of each answer of search is {move}, whichever move is best; if it should be the move, it is never set"
    )
    assert (note in str(verdict)) == (move != "move")
