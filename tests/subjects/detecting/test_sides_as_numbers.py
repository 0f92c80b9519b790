"""A position or a game may give the side to move as a number."""

from pathlib import Path

import pytest

from prunecheck.subjects.convention import Flag
from prunecheck.subjects.find import find_subject

SEARCH = """
def search(game, state, alpha, beta):
    if game.is_over(state):
        return game.score(state)
    results = []
    for action in game.actions(state):
        results.append(search(game, game.result(state, action), alpha, beta))
        if game.player(state) == MAX:
            alpha = max(alpha, results[-1])
        else:
            beta = min(beta, results[-1])
        if alpha >= beta:
            break
    return max(results) if game.player(state) == MAX else min(results)
"""


@pytest.mark.parametrize(("player", "flag"), [("0", Flag.ZERO_ONE), ("1", Flag.BOOL)])
def test_the_number_for_max_is_found(player: str, flag: Flag, tmp_path: Path) -> None:
    """A search whose MAX is 0 gets the numbers 0 and 1. If its MAX is 1, booleans do, since True equals 1."""
    file = tmp_path / "sides.py"
    file.write_text(SEARCH.replace("MAX", player), encoding="utf-8")
    assert find_subject(f"{file}:search").traits.convention.flag is flag
