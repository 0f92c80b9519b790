"""Exact counts of tic-tac-toe: the whole game, and the nodes that alpha-beta visits.

Figures: counted by an independent program; 549,946 and 18,297 are also published
(N. Larsen, Stack Overflow).
"""

from collections import Counter
from functools import cache

import pytest

from prunecheck import FULL, Number, Search, Window
from prunecheck.oracle.minimax import value
from prunecheck.trees.games.tictactoe import CENTRE_FIRST, Board, TicTacToe
from prunecheck.trees.views.recorded import recorded
from searches import CUTS_AT_EQUALITY, CUTS_WHEN_CROSSED, PRUNES_NOTHING, strict_fail_hard

NARROW: Window[Number] = Window(-1, 1)
ROTATED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # the old cell for each new cell after a quarter turn
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)


@cache
def plies() -> tuple[Counter[Board], ...]:
    """The boards after each number of moves, each with the number of games that lead to it."""
    game = TicTacToe()
    found = [Counter({game.root: 1})]
    while found[-1]:
        following: Counter[Board] = Counter()
        for board, games in found[-1].items():
            if not game.is_terminal(board):
                for child in game.children(board):
                    following[child] += games
        found.append(following)
    return tuple(found[:-1])


def games_by_ply(result: int) -> dict[int, int]:
    """The number of games that end after each number of moves with that result for X."""
    game = TicTacToe()
    ended = {
        ply: sum(games for board, games in boards.items() if game.is_terminal(board) and game.evaluate(board) == result)
        for ply, boards in enumerate(plies())
    }
    return {ply: games for ply, games in ended.items() if games}


def moved(board: Board, cells: tuple[int, ...]) -> Board:
    xs, os = (sum(1 << place for place, cell in enumerate(cells) if stones >> cell & 1) for stones in board)
    return xs, os


def simplest_of_symmetric(board: Board) -> Board:
    """The least of the eight boards that are symmetric to this one."""
    seen = []
    for _ in range(4):
        board = moved(board, ROTATED)
        seen += [board, moved(board, MIRRORED)]
    return min(seen)


def visits(search: Search, game: TicTacToe, window: Window[Number]) -> tuple[Number, int, int]:
    """The value, the number of visited nodes, and the number of leaves among them."""
    log = recorded(game)
    found = search(log, log.root, window.alpha, window.beta)
    return found, log.visited, len(log.leaves)


def test_the_whole_tree_has_549946_nodes() -> None:
    """The counts are by number of moves, with the root."""
    by_ply = [boards.total() for boards in plies()]
    assert by_ply == [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
    assert sum(by_ply) == 549_946


@pytest.mark.fast_cases("minimax")
@pytest.mark.parametrize("search", PRUNES_NOTHING.values(), ids=PRUNES_NOTHING)
def test_minimax_visits_the_whole_tree_and_finds_a_draw(search: Search) -> None:
    """549,946 nodes, including 255,168 ends of games."""
    assert visits(search, TicTacToe(), FULL) == (0, 549_946, 255_168)


def test_255168_games_end_with_the_known_results() -> None:
    """X wins after 5, 7 or 9 moves, O after 6 or 8; the rest are drawn."""
    assert games_by_ply(1) == {5: 1_440, 7: 47_952, 9: 81_792}
    assert games_by_ply(-1) == {6: 5_328, 8: 72_576}
    assert games_by_ply(0) == {9: 46_080}
    totals = [sum(games_by_ply(result).values()) for result in (1, -1, 0)]
    assert totals == [131_184, 77_904, 46_080]
    assert sum(totals) == 255_168


def test_there_are_5478_positions_and_765_up_to_symmetry() -> None:
    """Positions are reachable boards, including the empty one.

    The second number is that of classes under the eight symmetries.
    """
    boards = {board for ply in plies() for board in ply}
    assert len(boards) == 5_478
    assert len(set(map(simplest_of_symmetric, boards))) == 765


@pytest.mark.parametrize("sooner", [False, True], ids=["win is 1", "win is 10 - plies"])
def test_the_game_is_a_draw(sooner: bool) -> None:
    """The oracle finds the value 0 on both scales."""
    game = TicTacToe(sooner=sooner)
    assert value(game, game.root) == 0


@pytest.mark.fast_cases("*-centre first*")
@pytest.mark.parametrize(
    ("game", "window", "nodes", "leaves"),
    [
        (TicTacToe(), FULL, 18_297, 7_330),
        (TicTacToe(), NARROW, 16_811, 6_740),
        (TicTacToe(sooner=True), FULL, 20_866, 8_453),
        (TicTacToe(order=CENTRE_FIRST), FULL, 7_275, 2_893),
        (TicTacToe(order=CENTRE_FIRST), NARROW, 6_323, 2_477),
    ],
    ids=["row by row", "row by row, (-1, 1)", "sooner wins", "centre first", "centre first, (-1, 1)"],
)
@pytest.mark.parametrize("search", CUTS_AT_EQUALITY.values(), ids=CUTS_AT_EQUALITY)
def test_alpha_beta_visits_the_known_numbers_of_nodes(
    search: Search, game: TicTacToe, window: Window[Number], nodes: int, leaves: int
) -> None:
    """The numbers are for both windows, both scales of value and both orders of moves; fail-hard equals fail-soft."""
    assert visits(search, game, window) == (0, nodes, leaves)


@pytest.mark.slow
def test_the_strict_test_visits_eight_times_as_many_nodes() -> None:
    """There are three values, so nearly every cutoff happens at equality, where the form of 002 does not cut off."""
    assert visits(CUTS_WHEN_CROSSED, TicTacToe(), FULL)[:2] == (0, 146_120)


@pytest.mark.slow
def test_the_strict_test_in_a_fail_hard_form_visits_more_than_twice_as_many_again() -> None:
    """A known bug: a returned bound never exceeds the bound that it came from, so there are even fewer cutoffs."""
    assert visits(strict_fail_hard, TicTacToe(), FULL)[:2] == (0, 304_155)
