"""A solver that knows how soon a player can win is only checked with values that its positions can have."""

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import verify_search
from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF

# the value is the number of cells that are still free after the winner's last move, plus 1
# the rules, and the beginning of each search
BEGINNING: Final = dedent("""\
    CELLS = 6
    TABLE = {}

    def wins(row, cell, player):
        return row[(cell + 1) % CELLS] == player in (row[cell - 1], row[(cell + 2) % CELLS])

    def solve(row, alpha, beta):
        free = [cell for cell in range(CELLS) if row[cell] == 0]
        if not free:
            return 0
        player = 1 + len(free) % 2
        if any(wins(row, cell, player) for cell in free):
            return len(free)
""")
SOLVER: Final = (
    BEGINNING
    + """
    most = max(0, len(free) - 2)  # the player can only win with the next move but one
    most = TABLE.get(row, most)
    if beta > most:
        beta = most
        if alpha >= beta:
            return beta
    for cell in free:
        value = -solve((*row[:cell], player, *row[cell + 1 :]), -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    TABLE[row] = alpha
    return alpha
"""
)
START: Final = "solve((0,) * 6, -9, 9)"
TOO_SMALL: Final = "max(0, len(free) - 2)", "0"


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> OwnGameSubject:
    """The solver on its own game."""
    return own_subject(tmp_path_factory.mktemp("solver"), SOLVER, "solve", START)


def test_a_solver_with_bounds_is_right_for_its_real_values(solver: OwnGameSubject) -> None:
    assert_right(solver)
    assert solver.games[0].limits.only_real
    with pytest.raises(OutsideError, match="with the values of its own game"):
        solver.open().search(tree := from_nested([1, [2]]), tree.root, -INF, INF)


def test_all_trees_have_real_values(solver: OwnGameSubject) -> None:
    drawn = {solver.drawn_tree(Random(seed)) for seed in range(20)}  # noqa: S311  # not for security
    assert drawn <= set(solver.real_trees())


def test_a_bound_that_is_too_small_is_found(tmp_path: Path) -> None:
    file = tmp_path / "solver.py"
    assert TOO_SMALL[0] in SOLVER
    file.write_text(SOLVER.replace(*TOO_SMALL), encoding="utf-8")
    assert not verify_search(f"{file}:solve", start=START, examples=10, claims=["exact"]).sound


CHANCE: Final = """
    def value(total, depth, player):
        if depth == 0 or total > 12:
            return abs(12 - total)
        if player == "max":
            return max(value(total + step, depth - 1, "chance") for step in (1, 2, 4))
        return sum(value(total + step, depth - 1, "max") for step in (1, 2, 3)) / 3
"""


def test_averages_are_not_taken_for_bounds(tmp_path: Path) -> None:
    """An attempt to take the total for a bound, which cuts nothing off if it is NaN, makes all values NaN."""
    with pytest.raises(PreconditionError, match="changes the values that its recursive calls return"):
        own_subject(tmp_path, CHANCE, "value", "value(0, 4, 'max')")


# without a table; the bound matters in windows whose lower end is high
IN_A_LOOP: Final = (
    BEGINNING.replace("TABLE = {}\n", "")
    + """
    best = -99
    for cell in free:
        most = max(0, len(free) - 2)
        if most <= alpha:
            return max(best, most)
        value = -solve((*row[:cell], player, *row[cell + 1 :]), -beta, -max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    return best
"""
)


def test_a_bound_that_only_matters_in_narrow_windows_is_noticed(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, IN_A_LOOP, "solve", START)
    assert_right(subject)
    assert subject.games[0].limits.only_real


@pytest.mark.slow
def test_a_search_with_such_a_bound_passes_unless_the_bound_is_too_small(tmp_path: Path) -> None:
    file = tmp_path / "solver.py"
    for text, sound in (IN_A_LOOP, True), (IN_A_LOOP.replace(*TOO_SMALL), False):
        file.write_text(text, encoding="utf-8")
        assert verify_search(f"{file}:solve", start=START, examples=30, claims=["knuth"]).sound == sound


@pytest.mark.slow
def test_without_positions_up_to_the_end_of_the_game_no_verdict_is_possible(tmp_path: Path) -> None:
    """On a larger board, the recording ends before any game does."""
    text = IN_A_LOOP.replace("CELLS = 6", "CELLS = 9")
    with pytest.raises(PreconditionError, match="closer to the end"):
        own_subject(tmp_path, text, "solve", START.replace("6", "9"))
