"""Programs that pass a time to their search."""

from pathlib import Path
from typing import Final

from own_programs import assert_right, own_subject

DEADLINE: Final = """
    import time
    from math import inf

    def search(board, depth, alpha, beta, is_max, deadline):
        free = [cell for cell in range(7) if not board[cell]]
        if depth == 0 or not free or time.time() > deadline:
            return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board))
        best = -inf if is_max else inf
        for cell in free:
            after = list(board)
            after[cell] = 1 if is_max else -1
            value = search(after, depth - 1, alpha, beta, not is_max, deadline)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""


def test_a_deadline_in_the_starting_call_is_no_other_position(tmp_path: Path) -> None:
    """The search passes it on unchanged, so that it does not matter that each run gets another time."""
    start = "search([0] * 7, 4, -inf, inf, True, time.time() + 10**9)"
    assert_right(own_subject(tmp_path, DEADLINE, "search", start))
