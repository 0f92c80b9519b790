"""A solver that knows how soon a player can win is only checked with values that its positions can have."""

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import verify_search
from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF

# the value is the number of cells that are still free after the winner's last move, plus 1
SOLVER: Final = dedent("""\
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
""")
START: Final = "solve((0,) * 6, -9, 9)"
TOO_SMALL: Final = "max(0, len(free) - 2)", "0"


def test_a_solver_with_bounds_is_right_for_its_real_values(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, SOLVER, "solve", START)
    assert_right(subject)
    assert subject.games[0].limits.only_real
    with pytest.raises(OutsideError, match="with the values of its own game"):
        subject.open().search(tree := from_nested([1, [2]]), tree.root, -INF, INF)


def test_all_trees_have_real_values(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, SOLVER, "solve", START)
    drawn = {subject.drawn_tree(Random(seed)) for seed in range(20)}  # noqa: S311  # not for security
    assert drawn <= set(subject.real_trees())


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
    with pytest.raises(PreconditionError, match="changes the values of its recursive calls"):
        own_subject(tmp_path, CHANCE, "value", "value(0, 4, 'max')")
