"""A search that is wrong beyond a constant in its source code is judged on values up to this constant."""

from pathlib import Path

import pytest

from prunecheck import verify_search
from prunecheck.subjects.find import find_subject

TEXT = """
def negamax(position, depth, alpha, beta):
    if depth == 0 or not position.moves():
        return position.score()
    best = -1000
    for move in position.moves():
        best = max(best, -negamax(position.child(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def pick(position, depth=3):
    best, choice = -1000, None
    for move in position.moves():
        score = -negamax(position.child(move), depth - 1, -1000, -best)
        if choice is None or score > best:
            best, choice = score, move
    return choice


def pick_last(position, depth=3):
    moves = range(len(position.moves()))
    scores = [-negamax(position.child(position.moves()[nth]), depth - 1, -1000, 1000) for nth in moves]
    return position.moves()[max(moves, key=lambda nth: (scores[nth], nth))]
"""


@pytest.mark.parametrize("name", ["negamax", "pick", "pick_last"])
def test_a_search_is_judged_on_values_up_to_a_constant(name: str, tmp_path: Path) -> None:
    """A search that returns only a move confuses two moves if the values of both are beyond the constant."""
    file = tmp_path / "game.py"
    file.write_text(TEXT, encoding="utf-8")
    limit = find_subject(f"{file}:{name}").traits.limit
    assert limit is not None
    assert limit.line == "best = -1000"
    assert 999 <= limit.value <= 1001
    assert verify_search(f"{file}:{name}", examples=40, fail_on="wrong").sound
