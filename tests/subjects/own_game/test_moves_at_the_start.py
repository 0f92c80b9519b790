"""A search that returns a move instead of its value for the starting call, but values for all other calls."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject

PROGRAM: Final = """
from math import inf


def worth(marks):
    return sum((nth + 3) * first * second for nth, (first, second) in enumerate(marks)) % 41 - 20


def search(marks, depth, alpha, beta):
    if depth == 3:
        return worth(marks)
    return inner(marks, depth, alpha, beta)


def inner(marks, depth, alpha, beta):
    best, chosen = -inf, None
    for move in [(1, 2), (2, 5), (3, 1), (4, 4)]:
        score = -search(marks + (move,), depth + 1, -beta, -alpha)
        if score > best:
            best, chosen = score, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if depth == 0:
        return chosen
    return best
"""
LATER: Final = "search(((1, 2),), 1, -inf, inf)"
START: Final = "search((), 0, -inf, inf)"


def subject(tmp_path: Path, text: str, start: str) -> OwnGameSubject:
    """The subject for a search that is written to a file."""
    (tmp_path / "pairs.py").write_text(text)
    return own_game_subject(f"{tmp_path / 'pairs.py'}:search", [start])


@pytest.mark.slow
def test_a_start_that_returns_a_move_is_refused(tmp_path: Path) -> None:
    """The first number of the move is not taken for a wrong value."""
    with pytest.raises(
        PreconditionError, match="give a starting call that returns a value, such as one for a later position"
    ):
        subject(tmp_path, PROGRAM, START)


@pytest.mark.fast_cases("chosen-search(((1, 2),), 1, -inf, inf)")
@pytest.mark.parametrize(("returned", "start"), [("chosen", LATER), ("best, chosen", START), ("best", START)])
def test_a_start_that_returns_its_value_is_checked(returned: str, start: str, tmp_path: Path) -> None:
    """The value may stand beside the move, or alone."""
    text = PROGRAM.replace("        return chosen\n", f"        return {returned}\n")
    assert not subject(tmp_path, text, start).faults


CHOMP: Final = """
    from functools import lru_cache

    def bites(rows):
        return [(row, cell) for row, cells in enumerate(rows) for cell in range(cells) if row or cell]

    def bite(rows, place):
        return rows[: place[0]] + tuple(min(cells, place[1]) for cells in rows[place[0] :])

    @lru_cache(maxsize=None)
    def value(rows):
        moves = bites(rows)
        return max(-value(bite(rows, move)) for move in moves) if moves else -1 - sum(rows)

    def best(rows):
        return max(bites(rows), key=lambda move: -value(bite(rows, move)))
"""


def test_a_move_of_coordinates_that_are_often_equal_to_values_is_no_value(tmp_path: Path) -> None:
    """The only position without moves has the value -2, so all values are alike, and so are the coordinates."""
    subject = own_subject(tmp_path, CHOMP, "best", "best((3, 3, 2))")
    assert_right(subject)
    assert subject.faults_of_drivers == ()


BOARD: Final = """
    board = [["X", "O", " "], [" ", "X", " "], [" ", " ", "O"]]

    def winner():
        lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
        return next((line[0] for line in lines if line[0] != " " and len(set(line)) == 1), None)

    def places():
        return [(row, column) for row in range(3) for column in range(3) if board[row][column] == " "]

    def value(depth, is_max):
        if winner() is not None or not places():
            return {"X": 10 - depth, "O": depth - 10, None: 0}[winner()]
        found = []
        for row, column in places():
            board[row][column] = "X" if is_max else "O"
            found.append(value(depth + 1, not is_max))
            board[row][column] = " "
        return max(found) if is_max else min(found)

    def best():
        found = []
        for row, column in places():
            board[row][column] = "X"
            found.append((value(1, False), row, column))
            board[row][column] = " "
        return max(found)[1:]
"""


def test_coordinates_that_fit_the_real_values_of_a_game_are_a_move(tmp_path: Path) -> None:
    """The real values are few, so a coordinate may be equal to one of them in each run."""
    (driver,) = own_subject(tmp_path, BOARD, "best", "best()").from_drivers
    assert driver.trials


ONLY_FIRST: Final = """
    from math import inf

    MOVES = [(1, 2), (2, 5), (3, 1), (4, 4)]

    def search(marks, depth, alpha, beta, is_max):
        if depth == 3:
            return sum((nth + 3) * one * two for nth, (one, two) in enumerate(marks)) % 41 - 20, None
        best, best_move = -inf if is_max else inf, MOVES[sum(one for one, _ in marks) % 4]
        for move in MOVES:
            value = search(marks + (move,), depth + 1, alpha, beta, not is_max)[0]
            if value > best if is_max else value < best:
                best = value
                if DEPTH:
                    best_move = move
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best, best_move
"""


@pytest.mark.fast_cases("depth == 0-True")
@pytest.mark.parametrize(("depth", "right"), [("depth == 0", True), ("is_max", False)])
def test_only_the_starting_call_has_to_return_the_best_move(depth: str, right: bool, tmp_path: Path) -> None:
    """If later calls return the best move for one player, they must return it for the other player."""
    text = ONLY_FIRST.replace("DEPTH", depth)
    faults = own_subject(tmp_path, text, "search", "search((), 0, -inf, inf, True)").faults
    assert any(fault.startswith("wrong move") for fault in faults) != right


EARLY: Final = """
    from math import inf

    def search(marks, depth, alpha, beta, is_max):
        if depth == 0:
            return sum((3 * nth % 5 - 2) * mark for nth, mark in enumerate(marks))
        if is_max:
            best = -inf
            for mark in (1, 2, 4, 5):
                best = max(best, search((*marks, mark), depth - 1, alpha, beta, False))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
                return best
        best = inf
        for mark in (1, 2, 4, 5):
            best = min(best, search((*marks, mark), depth - 1, alpha, beta, True))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_wrong_value_is_not_taken_for_a_move(tmp_path: Path) -> None:
    """MAX returns too early, so its value shows which of the two calls that prunecheck has found is the better one."""
    subject = own_subject(tmp_path, EARLY, "search", "search((1,), 3, -inf, inf, True)")
    assert subject.faults
    assert not any(fault.startswith("wrong move") for fault in subject.faults)


STORED: Final = """
    PLIES = 3
    found = {}

    def search(marks, depth, alpha, beta):
        if depth == 0:
            return sum((3 * nth % 5 - 2) * mark for nth, mark in enumerate(marks))
        best = -99
        for mark in (1, 2, 4):
            score = -search((*marks, mark), depth - 1, -beta, -alpha)
            if score > best:
                best = score
                if depth == STORED:
                    found["move"] = mark
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def choose(marks):
        found.clear()
        search(marks, PLIES, -99, 99)
        return found.get("move")
"""


@pytest.mark.parametrize(("stored", "is_right"), [("PLIES", True), ("PLIES + 1", False)])
def test_a_start_that_returns_no_move_whichever_is_best_is_wrong(stored: str, is_right: bool, tmp_path: Path) -> None:
    """The root, for example, stores its move only if the depth is that of another ply."""
    text = STORED.replace("== STORED", f"== {stored}")
    subject = own_subject(tmp_path, text, "search", "choose((1,))")
    assert bool(subject.from_drivers[0].trials) == is_right
    assert [fault[:38] for fault in subject.faults] == ([] if is_right else ["no answer: `choose((1,))` returns None"])
