"""Pascal Pons's late positions, "End-Easy": every score, and the number of nodes that plain alpha-beta needs for all.

Figures: his own counts use a bound on a node's value from the number of stones, which plain forms lack; these are
counted without it by an independent program. Each call counts once; a game that the next stone wins is over.
"""

from typing import Final

import pytest

from end_easy import CENTRE_FIRST, LEFT_TO_RIGHT, STRONG, WEAK, clamped, end_easy, needs_positions
from prunecheck import Number, Search, Window
from prunecheck.oracle.minimax import value
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.views.recorded import recorded
from searches import CUTS_AT_EQUALITY

pytestmark = needs_positions

PLAIN: Final[dict[str, Search]] = {name: CUTS_AT_EQUALITY[name] for name in ("negamax_alpha_beta", "two_functions")}


def nodes(search: Search, game: ConnectFour, window: Window[Number]) -> int:
    """The nodes visited over all positions; each score must be correct as far as the window allows."""
    visited = 0
    for moves, score in end_easy():
        log = recorded(game)
        found = search(log, game.position(moves), window.alpha, window.beta)
        assert clamped(found, window) == clamped(score, window), moves
        visited += log.visited
    return visited


def test_there_are_a_thousand_positions_of_29_to_41_stones() -> None:
    """Scores are from -5 to 6 for the player to move, who wins 327 of them and draws 432."""
    stones = [len(position.moves) for position in end_easy()]
    for_mover = [position.score if len(position.moves) % 2 == 0 else -position.score for position in end_easy()]
    assert (len(stones), min(stones), max(stones)) == (1_000, 29, 41)
    assert (min(for_mover), max(for_mover)) == (-5, 6)
    assert [sum(score > 0 for score in for_mover), for_mover.count(0)] == [327, 432]


@pytest.mark.slow
def test_the_oracle_finds_every_score() -> None:
    """The oracle uses plain minimax, without foresight."""
    game = ConnectFour()
    assert [value(game, game.position(position.moves)) for position in end_easy()] == [
        position.score for position in end_easy()
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("window", "expected"), [(STRONG, 438_249), (WEAK, 273_862)], ids=str)
@pytest.mark.parametrize("search", PLAIN.values(), ids=PLAIN)
def test_nodes_of_a_search_from_left_to_right(search: Search, window: Window[Number], expected: int) -> None:
    """Columns 1 to 7 are tried in order, over all positions."""
    assert nodes(search, LEFT_TO_RIGHT, window) == expected


@pytest.mark.slow
@pytest.mark.parametrize("search", PLAIN.values(), ids=PLAIN)
def test_nodes_of_a_search_from_the_middle(search: Search) -> None:
    """Columns are tried as 4, 3, 5, 2, 6, 1, 7, which halves the nodes."""
    assert nodes(search, CENTRE_FIRST, STRONG) == 216_213


@pytest.mark.fast_cases("f2")
@pytest.mark.parametrize("search", CUTS_AT_EQUALITY.values(), ids=CUTS_AT_EQUALITY)
def test_nodes_of_a_search_from_the_middle_for_win_draw_or_loss(search: Search) -> None:
    """The count is the least of the four, and the same for every form that cuts off at equality."""
    assert nodes(search, CENTRE_FIRST, WEAK) == 133_459
