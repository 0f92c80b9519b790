"""Searches that return a number of their own for a finished game are not blamed on random trees."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.errors import PreconditionError

MATE: Final = """
MATE = 9999


def search(board, depth, alpha, beta):
    if depth == 0:
        return board.evaluate()
    moves = list(board.legal_moves())
    if not moves:
        return -MATE
    best = -99999
    for move in moves:
        board.push(move)
        best = max(best, -search(board, depth - 1, -beta, -max(alpha, best)))
        board.pop()
        if best >= beta:
            break
    return best
"""
TEST: Final = "    if not moves:\n        return -MATE\n"


@pytest.mark.parametrize(
    ("value", "shown"),
    [("-MATE", "9999"), ("-100 - depth", "101")],
)
def test_a_search_with_its_own_value_for_a_finished_game_needs_a_start(value: str, shown: str, tmp_path: Path) -> None:
    """The leaves of random trees would all be lost positions, perhaps with the remaining depth in the value."""
    file = tmp_path / "engine.py"
    file.write_text(MATE.replace("return -MATE", f"return {value}"), encoding="utf-8")
    with pytest.raises(PreconditionError, match=rf"returns {shown} or -{shown} for each position .*line 10"):
        verify_search(f"{file}:search", examples=20)


@pytest.mark.parametrize(("old", "new"), [(TEST, ""), ("max(best, -search", "max(best, search")])
def test_a_search_that_is_wrong_elsewhere_too_fails(old: str, new: str, tmp_path: Path) -> None:
    """One search has no test for the end of the game, and returns the initial best value.

    In another, a sign is missing.
    """
    assert old in MATE
    file = tmp_path / "engine.py"
    file.write_text(MATE.replace(old, new), encoding="utf-8")
    assert not verify_search(f"{file}:search", examples=20).sound


DEEPENS: Final = """
INF = 10**6


def think(board, max_depth):
    value, move = None, None
    for depth in range(1, max_depth):
        value, move = root(board, depth)
    return value, move


def root(board, depth):
    alpha, best = -INF, None
    for move in board.legal_moves():
        board.push(move)
        value = -search(board, depth - 1, -INF, -alpha)
        board.pop()
        if best is None or value > alpha:
            alpha, best = value, move
    return alpha, best


def search(board, depth, alpha, beta):
    if depth == 0 or board.is_game_over():
        return board.evaluate()
    best = -INF
    for move in board.legal_moves():
        board.push(move)
        best = max(best, -search(board, depth - 1, -beta, -max(alpha, best)))
        board.pop()
        if best >= beta:
            break
    return best
"""


def test_iterative_deepening_that_stops_one_ply_too_early_fails_on_a_tree_with_a_move(tmp_path: Path) -> None:
    """It returns nothing for one ply, and nothing at a finished position, which is allowed."""
    file = tmp_path / "engine.py"
    file.write_text(DEEPENS, encoding="utf-8")
    shown = str(verify_search(f"{file}:think", examples=5, claims=["exact"]))
    assert "returned None" in shown.splitlines()[0]
    assert "tree    [0] " in shown
