"""A search may store its best move in a variable of the module, which is not a part of the position."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import own_subject
from piles import Written, game
from prunecheck.subjects.own_game.moves.driver_runs import DriverMoves

# 342 calls below the first one, so that the calls that are watched closely do not include its end
SEARCH: Final = """
best_move = [0]
PLIES = 2


def worth(marks):
    return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20


def search(marks, depth, alpha, beta):
    if depth == 0:
        return worth(marks)
    for mark in range(1, 19):
        score = -search(marks + (mark,), depth - 1, -beta, -alpha)
        if score > alpha:
            if depth == PLIES:
                best_move[0] = mark
            if score >= beta:
                return beta
            alpha = score
    return alpha
"""


def test_a_best_move_that_only_the_first_call_stores_is_not_a_part_of_the_position(tmp_path: Path) -> None:
    """A second search from the same state is the same search."""
    found = game(tmp_path, Written(SEARCH, "search", "search((), PLIES, -inf, inf)"))
    assert found.faults == ()
    assert found.watched.parts.names == {"marks"}


STORED: Final = """
    PLIES = 3
    best_move = None

    def search(marks, depth, alpha, beta):
        global best_move
        if depth == 0:
            return sum((3 * nth % 5 - 2) * mark * (mark + nth) for nth, mark in enumerate(marks)) % 23 - 11
        best, chosen = -99, None
        for mark in moves(marks):
            score = -search((*marks, mark), depth - 1, -beta, -alpha)
            if score > best:
                best, chosen = score, mark
                IN_LOOP
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        AT_END
        return best

    def moves(marks):
        return (1, 2, 4)

    def play(marks):
        search(marks, PLIES, -99, 99)
        return READ
"""
IN_LOOP: Final = "best_move = mark"
AT_END: Final = "best_move = chosen"
AT_ROOT: Final = f"if depth == PLIES: {IN_LOOP}"
NEVER_AT_ROOT: Final = f"if depth == PLIES - 1: {IN_LOOP}"
OTHER_MOVES: Final = "(1, 2, 4) if len(marks) % 2 else (3, 5, 6)"


def judged(folder: Path, *, in_loop: str = "pass", at_end: str = "pass", read: str = "best_move") -> DriverMoves:
    """Judge the move that a search leaves in a variable, where its starting call returns only the value."""
    text = STORED.replace("IN_LOOP", in_loop).replace("AT_END", at_end).replace("READ", read)
    return own_subject(folder, text, "search", "search((1,), PLIES, -99, 99)").from_drivers[0]


@pytest.mark.fast_cases("last")
@pytest.mark.parametrize(("in_loop", "at_end"), [(AT_ROOT, "pass"), ("pass", AT_END)], ids=["at the root", "last"])
def test_a_right_move_in_a_variable_is_checked(in_loop: str, at_end: str, tmp_path: Path) -> None:
    """The root stores its move last, or alone."""
    found = judged(tmp_path, in_loop=in_loop, at_end=at_end)
    assert (found.variable, found.fault) == ("best_move", "")
    assert found.trials


def test_a_move_that_deeper_calls_overwrite_is_wrong(tmp_path: Path) -> None:
    """The starting call returns its value, and the program reads the move from the variable."""
    assert "leaves move [0] (worth -11) in `best_move`; expected move [1]" in judged(tmp_path, in_loop=IN_LOOP).fault


def test_a_move_of_a_later_position_is_no_right_move(tmp_path: Path) -> None:
    """The opponent's moves are other numbers than the moves of the starting call."""
    text = STORED.replace("IN_LOOP", IN_LOOP).replace("AT_END", "pass").replace("(1, 2, 4)", OTHER_MOVES)
    (found,) = own_subject(
        tmp_path, text.replace("READ", "best_move"), "search", "search((1,), 2, -99, 99)"
    ).from_drivers
    assert "leaves a move of a later position in `best_move`" in found.fault


@pytest.mark.slow
def test_an_overwritten_move_that_no_code_reads_is_only_noted(tmp_path: Path) -> None:
    """It may serve another purpose."""
    found = judged(tmp_path, in_loop=IN_LOOP, read="0")
    assert found.fault == ""
    assert found.note.endswith("this is a bug if `best_move` is the move to play")


@pytest.mark.slow
def test_a_variable_that_other_code_sets_too_is_not_judged(tmp_path: Path) -> None:
    """For example, a driver may search each move, and store the best one."""
    text = STORED.replace("IN_LOOP", IN_LOOP).replace("AT_END", "pass").replace("return READ", "best_move = marks[0]")
    assert own_subject(tmp_path, text, "search", "search((1,), PLIES, -99, 99)").from_drivers == (DriverMoves(),)


def test_a_variable_that_never_holds_the_move_of_the_start_is_named(tmp_path: Path) -> None:
    """A starting call that returns it would show the bug."""
    assert judged(tmp_path, in_loop=NEVER_AT_ROOT) == DriverMoves(variable="best_move")
