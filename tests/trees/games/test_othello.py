"""Othello: perft, the whole 4 x 4 game, and passes.

Figures: counted by an independent program. Perft counts a finished game once at every later depth, and a pass as a
move: it is the number of leaves of the tree cut at that depth. The independent program detects the end of a game by two
passes in a row. Here, a position without a move for either player is the end, so that program has one more node for
each end.
"""

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Final

import pytest

from prunecheck import FULL, Search, TreeError
from prunecheck.oracle.minimax import best_moves, value, values
from prunecheck.trees.games.othello import Discs, Othello
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.forms.explicit_stack import explicit_stack
from prunecheck.variants.forms.inherited_bounds import inherited_bounds
from searches import CUTS_AT_EQUALITY, PRUNES_NOTHING

DEEPEST: Final = {4: 12, 6: 9, 8: 9}  # size of the board -> depth of the counts
PERFT: Final = {
    4: [4, 12, 44, 128, 424, 1_256, 3_624, 9_116, 20_044, 36_540, 50_704, 57_436],
    6: [4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716, 2_114_912],
    8: [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288],
}


@cache
def plies(game: Othello, depth: int) -> tuple[Counter[Discs], ...]:
    """The positions after each number of plies down to `depth`, each with the number of games that lead to it."""
    found = [Counter({game.root: 1})]
    while found[-1] and len(found) <= depth:
        following: Counter[Discs] = Counter()
        for node, games in found[-1].items():
            if not game.is_terminal(node):
                for child in game.children(node):
                    following[child] += games
        found.append(following)
    return tuple(found)


def whole(game: Othello) -> list[tuple[Discs, int]]:
    """The positions of a complete game after every number of plies, each with the number of games that lead to it."""
    return [item for ply in plies(game, 100) for item in ply.items()]


SMALL: Final = Othello(4)
NO_PASSES: Final = Othello(4, skip_passes=True)


@pytest.mark.slow_cases("8", "6")
@pytest.mark.parametrize("size", PERFT)
def test_games_by_ply(size: int) -> None:
    """Perft from the start counts games of that many plies, and those that ended before."""
    game = Othello(size)
    ended, perft = 0, []
    for before, after in pairwise(plies(game, DEEPEST[size])):
        ended += sum(games for node, games in before.items() if game.is_terminal(node))
        perft.append(after.total() + ended)
    assert perft == PERFT[size]


def test_perft_is_the_number_of_leaves_of_the_tree_cut_there() -> None:
    """The 4 x 4 board is searched to nine plies, and each leaf is visited."""
    shallow = recorded(cut(SMALL, 9))
    PRUNES_NOTHING["minimax"](shallow, shallow.root, FULL.alpha, FULL.beta)
    assert len(shallow.leaves) == 20_044


@pytest.mark.slow
def test_the_4_by_4_game_has_60060_ends() -> None:
    """The tree has 284,881 nodes if the pass at the end of each game is counted, too."""
    games = sum(games for node, games in whole(SMALL) if SMALL.is_terminal(node))
    nodes = sum(games for _, games in whole(SMALL))
    assert games == 60_060
    assert nodes + games == 284_881


@pytest.mark.slow
def test_the_4_by_4_game_is_lost_for_black_by_eight_discs() -> None:
    """The score is three to eleven, with two empty squares, if both players choose their first best move."""
    truth = values(SMALL, SMALL.root)
    node = SMALL.root
    assert truth[node] == -8
    while not SMALL.is_terminal(node):
        node = list(SMALL.children(node))[best_moves(SMALL, node)[0]]
        assert truth[node] == -8
    assert [discs.bit_count() for discs in SMALL.key(node)] == [3, 11]


@pytest.mark.parametrize("search", CUTS_AT_EQUALITY.values(), ids=CUTS_AT_EQUALITY)
def test_alpha_beta_visits_18563_nodes(search: Search) -> None:
    """The 4 x 4 game is searched with squares in row order; the pass at the end of each game counts as well."""
    log = recorded(SMALL)
    assert search(log, log.root, FULL.alpha, FULL.beta) == -8
    assert log.visited + len(log.leaves) == 18_563


@pytest.mark.slow_cases("inherited_bounds-passes skipped", "explicit_stack-passes", "explicit_stack-passes skipped")
@pytest.mark.parametrize("game", [SMALL, NO_PASSES], ids=["passes", "passes skipped"])
@pytest.mark.parametrize("search", [explicit_stack, inherited_bounds])
def test_players_need_not_alternate(search: Search, game: Othello) -> None:
    """Without passes, the tree is different, but forms that ask who moves return the same value."""
    assert value(game, game.root) == -8
    assert search(game, game.root, FULL.alpha, FULL.beta) == -8


@pytest.mark.slow
def test_a_pass_is_a_ply() -> None:
    """With the same discs and the other player to move, it is another node with the same key, and the only child."""
    passes = 0
    for node, _ in whole(SMALL):
        if SMALL.is_terminal(node):
            continue
        children = list(SMALL.children(node))
        assert all(SMALL.is_max(child) != SMALL.is_max(node) for child in children)
        if SMALL.key(node) in map(SMALL.key, children):
            passes += 1
            (child,) = children
            assert child != node
            assert not SMALL.is_terminal(child)
    assert passes > 0


@pytest.mark.slow
def test_without_passes_a_player_may_move_twice() -> None:
    """Every move adds a disc. As many games end as with passes, after fewer plies, since a pass is not a node."""
    twice = 0
    for node, _ in whole(NO_PASSES):
        if not NO_PASSES.is_terminal(node):
            for child in NO_PASSES.children(node):
                twice += NO_PASSES.is_max(child) == NO_PASSES.is_max(node)
                assert sum(map(int.bit_count, child[:2])) == sum(map(int.bit_count, node[:2])) + 1
    assert twice > 0
    must_pass = {node for node, _ in whole(SMALL) if SMALL.key(node) in map(SMALL.key, followers(node))}
    assert {node for node, _ in whole(NO_PASSES)} == {node for node, _ in whole(SMALL)} - must_pass
    ends = [sum(games for node, games in whole(game) if game.is_terminal(node)) for game in (SMALL, NO_PASSES)]
    assert ends == [60_060, 60_060]


def followers(node: Discs) -> list[Discs]:
    return [] if SMALL.is_terminal(node) else list(SMALL.children(node))


def test_blacks_first_moves_on_the_usual_board() -> None:
    """The moves are d3, c4, f5 and e6, square by square; each turns one disc, so Black has three more."""
    game = Othello()
    squares = [row * 8 + column for row, column in ((2, 3), (3, 2), (4, 5), (5, 4))]
    black, white = game.key(game.root)
    children = list(game.children(game.root))
    assert [game.key(child)[0] & ~black & ~white for child in children] == [1 << square for square in squares]
    assert [game.evaluate(child) for child in children] == [3, 3, 3, 3]
    assert (game.is_max(game.root), game.evaluate(game.root)) == (True, 0)


@pytest.mark.parametrize("size", [0, 2, 5, -4])
def test_a_board_of_another_size_is_refused(size: int) -> None:
    """Odd sizes are refused, and sizes too small for the start and a move."""
    with pytest.raises(TreeError, match=f"the size of the board is {size}; use an even number, 4 or more"):
        Othello(size)
