"""A search may store its best move in a variable of the module, which is not a part of the position."""

from pathlib import Path
from typing import Final

from piles import Written, game

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
    assert found.parts.names == {"marks"}
