"""A search may take a bool for the side to move while the positions of its game name the players."""

from pathlib import Path

import pytest

from prunecheck import verify_search

SEARCH = """
from enum import Enum

class Side(Enum):
    WHITE = "white"
    BLACK = "black"

BLACK = False

def search(state, depth, alpha, beta, maximizing):
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    best = float("-inf") if maximizing else float("inf")
    for move in state.legal_moves():
        child = state.make_move(move)
        value = search(child, depth - 1, alpha, beta, TURN)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize(
    "turn",
    ["child.turn == Side.WHITE", "child.turn is not Side.BLACK", "child.turn != 'O'", "child.turn != BLACK"],
)
def test_positions_return_the_players_that_a_search_compares_them_with(turn: str, tmp_path: Path) -> None:
    """Otherwise, the search takes every child for one of the same player, and fails although it is right."""
    file = tmp_path / "two_encodings.py"
    file.write_text(SEARCH.replace("TURN", turn), encoding="utf-8")
    verdict = verify_search(f"{file}:search", examples=20)
    assert verdict.sound, verdict


NEGAMAX = """
def evaluate(state, player):
    mine = state.board.count(player)
    return mine - len(state.board)

def search(state, depth, alpha, beta, player):
    if depth == 0 or state.is_terminal():
        return evaluate(state, player)
    best = float("-inf")
    for move in state.legal_moves():
        child = state.make_move(move)
        best = max(best, -search(child, depth - 1, -beta, -alpha, child.current_player))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_search_gets_the_player_that_its_position_names(tmp_path: Path) -> None:
    """The search passes the player on to its evaluation, also if the position at the root is a leaf."""
    file = tmp_path / "named_player.py"
    file.write_text(NEGAMAX, encoding="utf-8")
    verdict = verify_search(f"{file}:search", examples=20)
    assert verdict.sound, verdict
