"""Tables of searches that round the values they return."""

from pathlib import Path

import pytest

from piles import HEAD
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.phases.own_sequences import OWN_SEQUENCES
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import OwnSequences, Run

ROUNDS = """
TABLE = {}


def search(pile, depth, alpha, beta, is_max):
    if depth == 0 or not moves(pile):
        return 1000 * (7 * pile % 5 - 2)
    if (pile, depth, is_max) in TABLE:
        return TABLE[pile, depth, is_max]
    first, last = alpha, beta
    best = -inf if is_max else inf
    for take in moves(pile):
        value = search(pile - take, depth - 1, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    if STORED:
        TABLE[pile, depth, is_max] = int(best)
    return int(best)
"""


def judged(folder: Path, stored: str) -> OwnSequences:
    """The findings about the search that stores a value if the expression `stored` is true."""
    file = folder / "rounds.py"
    file.write_text(HEAD + ROUNDS.replace("STORED", stored), encoding="utf-8")
    subject = own_game_subject(f"{file}:search", ["search(8, 3, -inf, inf, True)"])
    sequences = OWN_SEQUENCES.judge(Run(Plan(examples=120, seconds=20), (), subject)).own_sequences
    assert sequences is not None
    return sequences


@pytest.mark.parametrize("stored, right", [("first < best < last", True), ("alpha < beta", False)])
def test_a_table_of_rounded_values_is_judged(stored: str, right: bool, tmp_path: Path) -> None:
    """A value is only exact inside the window; after a search without a cutoff, it may be an upper bound."""
    sequences = judged(tmp_path, stored)
    assert sequences.why_not == ""
    assert (sequences.difference is None) == right
