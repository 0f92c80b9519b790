"""A table with a lower and an upper bound for each entry: the wrong one is found by many null windows in a row."""

from pathlib import Path
from typing import Final

import pytest

from piles import HEAD
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.phases.own_sequences import OWN_SEQUENCES
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import Run

RIGHT: Final = """
TABLE = {}


def negamax(pile, depth, alpha, beta):
    if depth <= 0 or not moves(pile):
        return -1
    low, high = TABLE.get((pile, depth), (-inf, inf))
    if low >= beta:
        return low
    if high <= alpha:
        return high
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    TABLE[pile, depth] = (best if best > alpha else low), (best if best < beta else high)
    return best
"""


@pytest.mark.parametrize("returned", ["low", "high"])
def test_returning_the_upper_bound_above_the_window_is_found(returned: str, tmp_path: Path) -> None:
    """The answer itself is not below the lower bound, but a caller takes it for an exact bound, and stores it."""
    (tmp_path / "game.py").write_text(HEAD + RIGHT.replace("return low", f"return {returned}"), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:negamax", ["negamax(12, 4, -inf, inf)"])
    found = OWN_SEQUENCES.judge(Run(Plan(examples=400, seconds=20), (), subject)).own_sequences
    assert found is not None
    assert (found.difference is None) == (returned == "low")
