"""A search may return a move for the starting call, and values for all later calls: both are checked."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject

GAME: Final = """
from math import inf

DEPTH = 3


def free(board):
    return [cell for cell in range(5) if board[cell] == 0]


def score(board):
    return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board))


def search(board, depth, alpha, beta, who):
    if depth == 0 or not free(board):
        return score(board)
    chosen, best = None, -inf * who
    for cell in free(board):
        board[cell] = who
        value = search(board, depth - 1, alpha, beta, -who)
        board[cell] = 0
        if value * who > best * who:
            best, chosen = value, cell
        if who == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return MOVE if depth == DEPTH else best
"""
START: Final = "search([0] * 5, 3, -inf, inf, 1)"


def _subject(folder: Path, move: str, *change: str) -> OwnGameSubject:
    file = folder / "game.py"
    file.write_text((GAME.replace(change[0], change[1]) if change else GAME).replace("MOVE", move), encoding="utf-8")
    return own_game_subject(f"{file}:search", [START])


@pytest.mark.parametrize("move", ["chosen", "'ABCDE'[chosen]", "(0, chosen)"], ids=["number", "text", "pair"])
def test_the_move_and_the_later_values_are_checked(move: str, tmp_path: Path) -> None:
    subject = _subject(tmp_path, move)
    assert subject.faults == ()
    assert subject.from_drivers[0].trials > 0
    game = subject.games[0]
    assert game.start_names_move
    assert game.starts()
    assert game.root not in game.starts()


@pytest.mark.parametrize("move", ["chosen", "'ABCDE'[chosen]", "(0, chosen)"], ids=["number", "text", "pair"])
def test_a_move_that_is_only_as_good_as_a_bound_fails(move: str, tmp_path: Path) -> None:
    """With >=, a later move is chosen if the search returns the bound for it."""
    subject = _subject(tmp_path, move, "value * who > best", "value * who >= best")
    assert any("for a worse move, the search may return alpha or beta" in fault for fault in subject.faults)


@pytest.mark.parametrize("move", ["'ABCDE'[free(board)[0]]", "(0, free(board)[0])"], ids=["text", "pair"])
def test_a_fixed_move_fails(move: str, tmp_path: Path) -> None:
    assert any(fault.startswith("wrong move: ") for fault in _subject(tmp_path, move).faults)


def test_a_start_that_returns_a_value_is_checked_itself(tmp_path: Path) -> None:
    subject = _subject(tmp_path, "best")
    assert subject.faults == ()
    assert subject.games[0].root in subject.games[0].starts()
