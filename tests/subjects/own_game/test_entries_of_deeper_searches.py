"""Games in which a position comes again with another depth left, so that the entry of a deeper search answers it."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search

NIM: Final = """
from math import inf

class Nim:
    def __init__(self, *piles):
        self.piles = list(piles)

    def moves(self):
        return [(nth, taken) for nth, pile in enumerate(self.piles) for taken in range(1, pile + 1)]

class Engine:
    def __init__(self):
        self.table = {}

    def search(self, board, depth, alpha, beta):
        key, first = KEY, alpha
        if key in self.table and self.table[key][0] >= depth:
            _, bound, value = self.table[key]
            if bound == "exact":
                return value
            if bound == "lower":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                return value
        if not board.moves():
            return -1
        if depth == 0:
            return 0
        best = -inf
        for nth, taken in board.moves():
            board.piles[nth] -= taken
            value = -self.search(board, depth - 1, -beta, -alpha)
            board.piles[nth] += taken
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        bound = "lower" if best >= beta else "upper" if best <= first else "exact"
        self.table[key] = depth, bound, best
        return best
"""
START: Final = "Engine().search(Nim(1, 2, 3), 5, -inf, inf)"
PLAIN, SORTED = "tuple(board.piles)", "tuple(sorted(board.piles))"


@pytest.mark.fast_cases("symmetric")
@pytest.mark.parametrize(
    ("bug", "key", "status"),
    [
        ("", PLAIN, "held"),
        ("", SORTED, "held"),
        ('"upper" if best <= first else "exact"', PLAIN, "refuted"),
    ],
    ids=["right", "symmetric", "bound-as-exact"],
)
def test_a_table_that_prefers_deep_entries_is_judged(bug: str, key: str, status: str, tmp_path: Path) -> None:
    """Such entries do not keep the game from being learned, and wrong bounds in the table are found."""
    file = tmp_path / "nim.py"
    file.write_text(NIM.replace("KEY", key).replace(bug, '"exact"') if bug else NIM.replace("KEY", key))
    verdict = verify_search(f"{file}:Engine.search", start=START, examples=200 if bug else 40, effort="quick")
    assert verdict.status == status, verdict
