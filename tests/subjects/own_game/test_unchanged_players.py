"""A negamax search that negates values, but never changes its player, fails if its evaluation is for that player."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
from math import inf

ROWS = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]


def other(player):
    return "O" if player == "X" else "X"


def score(board, player):
    mine = sum(all(board[cell] == player for cell in row) for row in ROWS)
    return mine - sum(all(board[cell] == other(player) for cell in row) for row in ROWS)


def search(board, depth, alpha, beta, player):
    if depth == 0 or " " not in board:
        return EVALUATION
    best = -inf
    for cell in range(6):
        if board[cell] == " ":
            board[cell] = MARK
            best = max(best, -search(board, depth - 1, -beta, -alpha, NEXT))
            board[cell] = " "
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best
"""
LETTERS: Final = ("score(board, player)", "player", "other(player)", "'X'")
NUMBERS: Final = ("player * score(board, 'X')", "'X' if player == 1 else 'O'", "-player", "1")


@pytest.mark.parametrize(("evaluation", "mark", "following", "first"), [LETTERS, NUMBERS], ids=["letters", "numbers"])
@pytest.mark.parametrize("depth", [3, 4])
def test_a_player_that_never_changes_fails(
    evaluation: str, mark: str, following: str, first: str, depth: int, tmp_path: Path
) -> None:
    """At an even depth, all leaves are for the right player, so there is nothing to see."""
    text = GAME.replace("EVALUATION", evaluation).replace("MARK", mark)
    for nth, after in enumerate((following, "player")):
        file = tmp_path / f"game_{nth}.py"
        file.write_text(text.replace("NEXT", after), encoding="utf-8")
        faults = own_game_subject(f"{file}:search", [f"search([' '] * 6, {depth}, -inf, inf, {first})"]).faults
        assert len(faults) == (after == "player" and depth == 3)
        said = f"wrong side to move: player is {first} in every call, since line 23 passes it on unchanged"
        assert all(said in each for each in faults)


def test_a_player_from_whose_view_the_evaluation_is_not_may_stay_the_same(tmp_path: Path) -> None:
    """The evaluation finds the side to move on the board, so the parameter may have another purpose."""
    text = GAME.replace("EVALUATION", "score(board, mover(board))").replace("MARK", "mover(board)")
    text += "\n\ndef mover(board):\n    return 'X' if board.count(' ') % 2 == 0 else 'O'\n"
    file = tmp_path / "game.py"
    file.write_text(text.replace("NEXT", "player"), encoding="utf-8")
    assert own_game_subject(f"{file}:search", ["search([' '] * 6, 3, -inf, inf, 'X')"]).faults == ()
