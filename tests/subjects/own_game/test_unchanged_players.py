"""A search that negates values, but does not change its player, gets a note, or FAIL if its driver has the bug."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.notes.evaluation_notes import evaluation_notes
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


def _notes(file: Path, start: str) -> list[str]:
    """The notes on players; the search has no bug that a recording shows."""
    subject = own_game_subject(f"{file}:search", [start])
    assert subject.faults == ()
    return [*evaluation_notes(subject.games[0])]


@pytest.mark.fast_cases("3-*")
@pytest.mark.parametrize(("evaluation", "mark", "following", "first"), [LETTERS, NUMBERS], ids=["letters", "numbers"])
@pytest.mark.parametrize("depth", [3, 4])
def test_a_player_that_never_changes_gets_a_note(
    evaluation: str, mark: str, following: str, first: str, depth: int, tmp_path: Path
) -> None:
    """At an even depth, all leaves are for the right player, so there is nothing to see."""
    text = GAME.replace("EVALUATION", evaluation).replace("MARK", mark)
    for nth, after in enumerate((following, "player")):
        file = tmp_path / f"game_{nth}.py"
        file.write_text(text.replace("NEXT", after), encoding="utf-8")
        notes = _notes(file, f"search([' '] * 6, {depth}, -inf, inf, {first})")
        assert len(notes) == (after == "player" and depth == 3)
        said = f"`player` is {first} in every call, since line 23 passes it on unchanged"
        assert all(note.startswith(said) for note in notes)


def test_a_player_from_whose_view_the_evaluation_is_not_may_stay_the_same(tmp_path: Path) -> None:
    """The evaluation finds the side to move on the board, so the parameter may have another purpose."""
    text = GAME.replace("EVALUATION", "score(board, mover(board))").replace("MARK", "mover(board)")
    text += "\n\ndef mover(board):\n    return 'X' if board.count(' ') % 2 == 0 else 'O'\n"
    file = tmp_path / "game.py"
    file.write_text(text.replace("NEXT", "player"), encoding="utf-8")
    assert _notes(file, "search([' '] * 6, 3, -inf, inf, 'X')") == []


@pytest.mark.parametrize(
    ("beside", "first", "changed", "sign"),
    [("color", "1", "-color", "color"), ("ply", "0", "ply + 1", "(-1) ** ply")],
    ids=["colour", "ply"],
)
def test_a_second_parameter_may_tell_who_moves(
    beside: str, first: str, changed: str, sign: str, tmp_path: Path
) -> None:
    """The player is the one at the root, and the other parameter gives the sign."""
    text = GAME.replace("EVALUATION", f"{sign} * score(board, player)").replace(
        "beta, player)", f"beta, player, {beside})"
    )
    text = text.replace("-alpha, NEXT", f"-alpha, player, {changed}")
    text = text.replace("MARK", f"player if {sign} == 1 else other(player)")
    file = tmp_path / "game.py"
    file.write_text(text, encoding="utf-8")
    assert _notes(file, f"search([' '] * 6, 3, -inf, inf, 'X', {first})") == []


@pytest.mark.fast_cases("unchanged")
@pytest.mark.parametrize(
    ("mark", "driver_mark", "passed", "is_right"),
    [
        ("player", "player", "other(player)", True),
        ("player", "player", "player", False),
        ("player", "'X'", "'X'", False),
        ("other(player)", "player", "player", True),
    ],
    ids=["right", "unchanged", "constant", "the player who moved last"],
)
def test_a_driver_must_pass_the_player_who_moves_next(
    mark: str, driver_mark: str, passed: str, is_right: bool, tmp_path: Path
) -> None:
    """The search may also take the player who moved last."""
    evaluation = "score(board, other(player))" if mark == "other(player)" else "score(board, player)"
    text = GAME.replace("EVALUATION", evaluation).replace("MARK", mark).replace("NEXT", "other(player)")
    text += f"""

def best_move(board, player):
    best, move = -inf, None
    for cell in range(6):
        if board[cell] == " ":
            board[cell] = {driver_mark}
            value = -search(board, 2, -inf, -best, {passed})
            board[cell] = " "
            if value > best:
                best, move = value, cell
    return move
"""
    file = tmp_path / "game.py"
    file.write_text(text, encoding="utf-8")
    (moves,) = own_game_subject(f"{file}:best_move", ["best_move([' '] * 6, 'X')"]).from_drivers
    assert moves.trials
    assert moves.fault.startswith("wrong player: ") != is_right
