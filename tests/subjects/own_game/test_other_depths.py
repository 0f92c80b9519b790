"""Whether the starting call is also searched to smaller depths, to find wrong depths in a table."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.own_game.tables import positions
from prunecheck.subjects.own_game.tables.positions import OTHER_DEPTHS, find_positions
from prunecheck.verify.isolated import find_search
from prunecheck.verify.options import Options

GAME: Final = """
from math import inf

table = {}

def search(moves, depth, alpha, beta):
    if (moves, depth) in table:
        return table[moves, depth]
    if depth == 0 or len(moves) == LENGTH:
        return sum(moves) % 5 - 2
    best = -inf
    for move in (1, 2, 3):
        best = max(best, -search((*moves, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            return best
    table[moves, depth] = best
    return best
"""


@pytest.mark.parametrize(
    ("length", "most_calls", "reason"),
    [
        (9, 8_000, ""),
        (9, 100, ""),
        (3, 8_000, "every game is over before the depth in the starting call is reached"),
        (9, 40, "a search one ply deeper takes too long; give a starting call with a smaller depth"),
    ],
    ids=["whole-search", "part-of-a-search", "games-over", "no-part"],
)
def test_part_of_a_deeper_search_shows_that_games_go_on(
    length: int, most_calls: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is enough that one position is searched further, so the result does not depend on the machine's speed."""
    file = tmp_path / "game.py"
    file.write_text(GAME.replace("LENGTH", str(length)))
    subject = find_search(Options(search=f"{file}:search", start=("search((), 3, -inf, inf)",)))
    assert isinstance(subject, OwnGameSubject)
    monkeypatch.setattr(positions, "MOST_CALLS", most_calls)
    found = find_positions(subject.games[0])
    assert found.no_other_depths == reason
    assert (found.depths == OTHER_DEPTHS) == (not reason)
