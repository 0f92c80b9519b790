"""Whether a search with a table cuts off enough is judged by its leaves without the table."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.phases.visits import COUNTING_VISITS
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import Run, subject_rows

SEARCH: Final = """
from math import inf

table = {}


def search(cells, side, depth, alpha, beta):
    free = [nth for nth, cell in enumerate(cells) if not cell]
    if depth == 0 or not free:
        return side * sum((nth * 7 % 11 - 4) * cell for nth, cell in enumerate(cells))
    low, high = alpha, beta
    if (cells, side) in table and table[cells, side][0] >= depth:
        _, lower, upper = table[cells, side]
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        low, high = max(alpha, lower), min(beta, upper)
    best, first = -inf, low
    for nth in free:
        after = cells[:nth] + (side,) + cells[nth + 1 :]
        best = max(best, -search(after, -side, depth - 1, -high, -low))
        low = max(low, best)
        if TEST:
            break
    table[cells, side] = depth, best if best > first else -inf, best if best < high else inf
    return best
"""
STRICT: Final = "because it only cuts off if beta < alpha"


@pytest.mark.parametrize(("test", "why"), [("low >= high", ""), ("low > high", STRICT)])
def test_a_strict_cutoff_test_is_a_known_reason(test: str, why: str, tmp_path: Path) -> None:
    """As for a search without a table. The table alone would not save enough leaves."""
    (tmp_path / "game.py").write_text(SEARCH.replace("TEST", test), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:search", ["search((0,) * 4, 1, 4, -inf, inf)"])
    plan = Plan(seconds=20)
    reading = COUNTING_VISITS.judge(Run(plan, subject_rows(subject, plan), subject)).rows[0].reading
    assert reading is not None
    assert reading.why == (why or reading.why)
    assert (reading.distinct > reading.alpha_beta) == bool(why)
