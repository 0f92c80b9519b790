"""Pascal Pons's late positions, "End-Easy", at native speed: the same nodes as in plain Python, for every form."""

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

from end_easy import CENTRE_FIRST, LEFT_TO_RIGHT, STRONG, WEAK, clamped, end_easy, needs_positions
from native_counts import count_nodes
from prunecheck import Number, Window
from prunecheck.trees.games.connect_four import ConnectFour
from searches import CUTS_AT_EQUALITY

pytestmark = [needs_positions, pytest.mark.slow]

COMPILED = [name for name in CUTS_AT_EQUALITY if name != "explicit_stack"]  # compiled code cannot store iterators
TOTALS: list[tuple[ConnectFour, Window[Number], int]] = [
    (LEFT_TO_RIGHT, STRONG, 438_249),
    (LEFT_TO_RIGHT, WEAK, 273_862),
    (CENTRE_FIRST, STRONG, 216_213),
    (CENTRE_FIRST, WEAK, 133_459),
]


@pytest.mark.parametrize("name", COMPILED)
def test_nodes_of_all_positions_by_compiled_searches(name: str) -> None:
    """All four totals are right; each score must be correct as far as the window allows."""
    for game, window, expected in TOTALS:
        visited = 0
        for moves, score in end_easy():
            found = count_nodes(name, game, window, node=game.position(moves))
            assert clamped(found.value, window) == clamped(score, window), moves
            visited += found.visits
        assert visited == expected
