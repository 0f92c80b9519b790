"""A move in the answers that is never the best one fails if it is named so; other constants get a note."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.subjects.own_game.moves.answered_moves import AnsweredMoves
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

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


@pytest.mark.fast_cases("1")
@pytest.mark.parametrize("move", ["None", "1", "move"])
def test_a_move_that_never_varies_is_noted(move: str, tmp_path: Path) -> None:
    """The constant part may be something else, such as a count, so it is not a failure."""
    file = tmp_path / "game.py"
    file.write_text(TEXT.replace("MOVE", move))
    verdict = verify_search(f"{file}:search", start=["search(9, 4, -inf, inf, True)"], examples=15)
    assert verdict.sound, str(verdict)
    note = (
        f"item 2 of each answer of `search` is {move}, whichever move is best; if this is meant to be the best "
        "move, the search never sets it"
    )
    assert (note in str(verdict)) == (move != "move")


AFTER = """
def search(marks, depth):
    if depth == 0:
        return sum(marks) % 7 - 3, marks
    best, after = -9, marks
    for mark in (1, 2, 3):
        found = -search(marks + (mark,), depth - 1)[0]
        if found > best:
            best, after = found, marks + (mark,)
    return best, AFTER
"""


@pytest.mark.parametrize("after", ["marks", "after"])
def test_an_argument_in_place_of_the_position_after_the_best_move_is_noted(after: str, tmp_path: Path) -> None:
    """The search returns the position that it got; this may be right for other purposes, so it is not a failure."""
    file = tmp_path / "game.py"
    file.write_text(AFTER.replace("AFTER", after), encoding="utf-8")
    moves = AnsweredMoves(own_game_subject(f"{file}:search", ["search((), 3)"]).games[0])
    note = "item 2 of each answer of `search` is an argument of the call, whichever move is best"
    assert [line.partition(";")[0] for line in moves.notes()] == ([note] if after == "marks" else [])


NAMED = {
    "never set": ("best, move = found, take", "best = found", "None"),
    "the first move": ("best, move = found, take", "best, move = found, 1", "1"),
    "the last move": ("best, move = found, take", "best = found\n        move = take", "3"),
}


@pytest.mark.fast_cases("never set")
@pytest.mark.parametrize("bug", NAMED)
def test_a_variable_named_like_a_move_that_never_varies_fails(bug: str, tmp_path: Path) -> None:
    """The name of the variable says that it is the move, but it is the same whichever move is best."""
    right, wrong, held = NAMED[bug]
    file = tmp_path / "game.py"
    file.write_text(TEXT.replace("MOVE", "move").replace(right, wrong), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=["search(9, 4, -inf, inf, True)"], examples=15)
    assert not verdict.sound
    assert (
        "wrong move: `move` in the answers of `search` is the same, whichever move has the best value: in the first "
        f"position, always {held}"
    ) in str(verdict)


@pytest.mark.parametrize(("player", "largest"), [("MAX", "mine"), ("MIN", "not mine")])
def test_moves_that_are_only_wrong_for_one_player_fail(player: str, largest: str, tmp_path: Path) -> None:
    """There, the search returns the last move that it tried, which is not 3 if less is left."""
    moves = _moves(tmp_path, f"best, move = found, take\n        if {largest}:\n            move = take")
    (fault,) = moves.faults()
    assert f"is the same, whichever move has the best value when {player} moves" in fault


def test_a_player_whose_moves_are_not_needed_may_have_a_constant(tmp_path: Path) -> None:
    """If the search stores moves for one player only, the other has what the variable was before."""
    moves = _moves(tmp_path, "best = found\n            move = take if mine else move")
    assert [*moves.faults()] == []


def _moves(folder: Path, sets_move: str) -> AnsweredMoves:
    """The moves of the search with other lines in place of those that set the best value and move."""
    file = folder / "game.py"
    text = TEXT.replace("MOVE", "move").replace("best, move = found, take", sets_move)
    file.write_text(text, encoding="utf-8")
    return AnsweredMoves(own_game_subject(f"{file}:search", ["search(5, 4, -inf, inf, True)"]).games[0])


REPLIES = {
    "MAX": "(reply or take) if mine else take",
    "MIN": "take if mine else (reply or take)",
    "both": "reply",
}


@pytest.mark.parametrize(("bug", "passed_down"), [*((bug, False) for bug in REPLIES), ("both", True)])
def test_the_move_of_the_reply_is_a_wrong_move(bug: str, passed_down: bool, tmp_path: Path) -> None:
    """The move is right if it is passed down from the start, so that the leaves return it."""
    text = TEXT.replace("found, _ = search(", "found, reply = search(").replace(
        "best, move = found, take", f"best, move = found, {REPLIES[bug]}"
    )
    text = text.replace("MOVE", "move")
    if passed_down:
        text = text.replace("mine):", "mine, first=None):").replace("- 2, None", "- 2, first")
        text = text.replace("not mine)", "not mine, first or take)")
    file = tmp_path / "game.py"
    file.write_text(text)
    moves = AnsweredMoves(own_game_subject(f"{file}:search", ["search(5, 4, -inf, inf, True)"]).games[0])
    said = "wrong move: `move` in the answers of `search` is the opponent's reply"
    assert [fault.startswith(said) for fault in moves.faults()] == ([] if passed_down else [True])


@pytest.mark.slow
def test_the_move_that_led_to_a_position_may_be_in_its_answer(tmp_path: Path) -> None:
    """The move that led to a position does not depend on which child is best; the caller chooses among the answers."""
    text = """
def search(pile, depth, move):
    if depth == 0 or pile < 3:
        return {"score": pile * 7 % 11 - 5, "move": move}
    after = [search(pile - taken, depth - 1, taken) for taken in (1, 2, 3)]
    best = max(after, key=lambda each: -each["score"])
    return {"score": -best["score"], "move": move}
"""
    file = tmp_path / "game.py"
    file.write_text(text, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=["search(15, 3, 4)"], examples=15)
    assert verdict.sound, str(verdict)


DRIVER = """
def choose(pile, depth=4):
    best_move, best = FIRST, -inf
    for take in [each for each in (1, 2, 3) if each <= pile]:
        score = search(pile - take, depth - 1, best, inf, False)
        if score > best:
            best = score
    return ANSWER
"""


@pytest.mark.parametrize(
    ("first", "answer", "said"),
    [("1", "best_move", "1"), ("'take 1'", "best_move", "'take 1'"), ("1", "(best_move, best)", "1")],
)
def test_a_driver_that_always_returns_its_first_move_fails(first: str, answer: str, said: str, tmp_path: Path) -> None:
    search = TEXT.replace("best, MOVE", "best").replace("found, _ =", "found =").replace(" - 2, None", " - 2")
    file = tmp_path / "game.py"
    file.write_text(search + DRIVER.replace("FIRST", first).replace("ANSWER", answer), encoding="utf-8")
    (fault,) = own_game_subject(f"{file}:search", ["choose(9)"]).faults
    assert fault == f"wrong move: `choose(9)` returns {said} as `best_move`, whichever move has the best value"


def test_a_driver_that_sets_its_move_passes(tmp_path: Path) -> None:
    search = TEXT.replace("best, MOVE", "best").replace("found, _ =", "found =").replace(" - 2, None", " - 2")
    right = (
        DRIVER.replace("FIRST", "1")
        .replace("ANSWER", "best_move, best")
        .replace("best = score", "best, best_move = score, take")
    )
    file = tmp_path / "game.py"
    file.write_text(search + right, encoding="utf-8")
    assert own_game_subject(f"{file}:search", ["choose(9)"]).faults == ()


ONE_PLAYER = """
from math import inf


def search(taken, depth, alpha, beta, mine):
    if depth == 0:
        return sum((cell + 2) * cell * mark for mark, cell in enumerate(taken, 1)) % 23 - 11, None
    best, move = -inf if mine else inf, None
    for cell in [each for each in range(9) if each not in taken]:
        found, _ = search((*taken, cell), depth - 1, alpha, beta, not mine)
        if mine:
            if found > best:
                best, move = found, cell
            alpha = max(alpha, best)
        else:
            if found < best:
                best = found
            MOVE
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move
"""


@pytest.mark.parametrize(("move", "is_wrong"), [("move = cell", True), ("move = 7 * 7", True), ("move = None", False)])
@pytest.mark.parametrize("name", ["move", "picked"])
def test_a_last_move_of_one_player_is_wrong_if_the_other_player_names_the_best(
    name: str, move: str, is_wrong: bool, tmp_path: Path
) -> None:
    """It is the same in the first positions, but not in later ones. The variable may have any name."""
    file = tmp_path / "game.py"
    file.write_text(ONE_PLAYER.replace("MOVE", move).replace("move", name), encoding="utf-8")
    moves = AnsweredMoves(own_game_subject(f"{file}:search", ["search((), 3, -inf, inf, True)"]).games[0])
    what = "`move`" if name == "move" else "item 2"
    wrong = f"wrong move: {what} in the answers of `search` is the same, whichever move has the best value when MIN"
    assert any(fault.startswith(wrong) for fault in moves.faults()) == is_wrong
    note = f"{what} of each answer of `search` when MIN moves is None, whichever move is best; if this is meant "
    assert any(text.startswith(note) for text in moves.notes()) != is_wrong


TWO_FUNCTIONS: Final = """
from math import inf


def highest(taken, depth, alpha, beta):
    if depth == 0:
        return sum((cell + 2) * cell * mark for mark, cell in enumerate(taken, 1)) % 23 - 11, None
    best, picked = -inf, None
    for cell in [each for each in range(9) if each not in taken]:
        found, _ = lowest((*taken, cell), depth - 1, alpha, beta)
        if found > best:
            best, picked = found, cell
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best, picked


def lowest(taken, depth, alpha, beta):
    if depth == 0:
        return sum((cell + 2) * cell * mark for mark, cell in enumerate(taken, 1)) % 23 - 11, None
    best, picked = inf, None
    for cell in [each for each in range(9) if each not in taken]:
        found, _ = highest((*taken, cell), depth - 1, alpha, beta)
        if found < best:
            best, picked = found, PICKED
        if best <= alpha:
            break
        beta = min(beta, best)
    return best, picked
"""


@pytest.mark.parametrize(("picked", "is_wrong"), [("cell", False), ("cell if picked is None else picked", True)])
def test_two_functions_that_call_each_other_return_their_moves_in_one_place(
    picked: str, is_wrong: bool, tmp_path: Path
) -> None:
    """The second function keeps its first move."""
    file = tmp_path / "game.py"
    file.write_text(TWO_FUNCTIONS.replace("PICKED", picked), encoding="utf-8")
    moves = AnsweredMoves(own_game_subject(f"{file}:highest", ["highest((4,), 3, -inf, inf)"]).games[0])
    said = "wrong move: item 2 in the answers of `lowest` is the same, whichever move has the best value when MIN moves"
    assert [fault.startswith(said) for fault in moves.faults()] == [True] * is_wrong


def test_a_wrong_cutoff_is_not_said_to_be_a_missing_opponent_or_a_wrong_move(tmp_path: Path) -> None:
    """The second function stops after its first move, so it seems to take the largest value, and a fixed move."""
    file = tmp_path / "game.py"
    text = TWO_FUNCTIONS.replace("PICKED", "cell").replace("if best <= alpha", "if best <= beta")
    file.write_text(text, encoding="utf-8")
    (fault,) = own_game_subject(f"{file}:highest", ["highest((4,), 4, -inf, inf)"]).faults
    line = next(nth for nth, code in enumerate(text.splitlines(), 1) if "highest(" in code and "def " not in code)
    assert fault.startswith(
        "cuts off moves in a position with the window (-inf, inf), where every move must be searched: `lowest` made 1"
    )
    assert fault.endswith(f"calls and stopped after the call in line {line}")
