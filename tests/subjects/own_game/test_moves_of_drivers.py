"""The move of a starting call is checked, too, if only its board shows the move, or if the search is nested in it."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject

SEARCH: Final = """
def search(depth, alpha, beta, who):
    global chosen
    if depth == 0 or all(board):
        return sum((3 * cell % 5 - 2) * mark for cell, mark in enumerate(board))
    best = -inf * who
    for cell in range(5):
        if board[cell]:
            continue
        board[cell] = who
        value = search(depth - 1, alpha, beta, -who)
        board[cell] = 0
        if value * who > best * who:
            best = value
            if depth == 3:
                chosen = cell
        if who == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
PLAY: Final = f"""
from math import inf

board = [0] * 5
chosen = -1

{SEARCH}

def play():
    search(3, -inf, inf, 1)
    board[chosen] = 1
"""
NESTED: Final = """
from math import inf


def play(board):
    SEARCH
    found, move = -inf, None
    for cell in range(5):
        if board[cell] == 0:
            board[cell] = 1
            value = search(2, found, inf, -1)
            board[cell] = 0
            if value > found:
                found, move = value, cell
    return move
""".replace("SEARCH", SEARCH.replace("    global chosen\n", "").strip().replace("\n", "\n    "))


def played(folder: Path, text: str, start: str) -> OwnGameSubject:
    """The subject for a program that is written to a file."""
    file = folder / "game.py"
    file.write_text(text, encoding="utf-8")
    return own_game_subject(f"{file}:play", [start])


@pytest.mark.parametrize(("text", "start"), [(PLAY, "play()"), (NESTED, "play([0] * 5)")], ids=["board", "nested"])
def test_the_best_move_is_right(text: str, start: str, tmp_path: Path) -> None:
    """The board is a global variable that the starting call changes, or a variable of the enclosing function."""
    subject = played(tmp_path, text, start)
    assert subject.faults == ()
    assert subject.from_drivers[0].trials > 0


def test_a_move_that_a_deeper_call_overwrites_is_wrong(tmp_path: Path) -> None:
    """The starting call returns nothing, so its board shows the move."""
    subject = played(
        tmp_path, PLAY.replace("            if depth == 3:\n                chosen", "            chosen"), "play()"
    )
    assert "`play()` returns move" in subject.from_drivers[0].fault


def test_a_move_as_good_as_a_bound_is_wrong_in_an_enclosing_function(tmp_path: Path) -> None:
    """With >=, a later move is chosen if the search returns the bound for it."""
    subject = played(tmp_path, NESTED.replace("value > found", "value >= found"), "play([0] * 5)")
    assert "for a worse move, the search may return alpha or beta" in subject.from_drivers[0].fault


def test_a_board_of_an_enclosing_function_must_be_restored(tmp_path: Path) -> None:
    """A cutoff leaves the loop before the move is taken back."""
    after = "            board[cell] = 0\n            if value * who"
    text = NESTED.replace(after, "            if value * who").replace(
        "                break\n", "                break\n            board[cell] = 0\n", 1
    )
    subject = played(tmp_path, text, "play([0] * 5)")
    assert any("changes `board` and does not restore it after a cutoff" in fault for fault in subject.faults)


def test_a_best_move_that_is_worth_zero_must_not_be_left_out(tmp_path: Path) -> None:
    """Zero counts as false."""
    subject = played(tmp_path, NESTED.replace("if value > found", "if value and value > found"), "play([0] * 5)")
    assert "wrong move: `play([0] * 5)` returned" in subject.from_drivers[0].fault


@pytest.mark.parametrize(
    ("low", "hard", "noted"),
    [("value", False, True), ("max(low, value)", False, False), ("value", True, False)],
    ids=["overwritten", "kept", "never below alpha"],
)
def test_a_bound_that_becomes_worse_is_noted(low: str, hard: bool, noted: bool, tmp_path: Path) -> None:
    """The driver returns the best move, but later searches cut off less. A fail-hard search never returns less."""
    text = NESTED.replace("found, move = -inf, None", "found, move, low = -inf, None, -inf")
    text = text.replace("search(2, found,", "search(2, low,").replace(
        "                found, move = value, cell\n",
        f"                found, move = value, cell\n            low = {low}\n",
    )
    if hard:
        text = text.replace("best = -inf * who", "ends, best = (alpha, beta), -inf * who")
        text = text.replace("        return best", "        return max(ends[0], min(ends[1], best))")
    subject = played(tmp_path, text, "play([0] * 5)")
    assert subject.faults == ()
    assert subject.from_drivers[0].trials > 0
    assert ("passes a worse bound to a later search than to an earlier one" in subject.from_drivers[0].note) == noted
