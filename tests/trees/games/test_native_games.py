"""Compiled games have the same nodes and answers as in plain Python, and counts that are too large for it.

Figures: those of the tests of each game in plain Python, in part to larger depths.
"""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

from native_counts import Found, count_nodes
from prunecheck import FULL, Number, Tree, Window
from prunecheck.catalog import variant
from prunecheck.native import Block, compiled, search
from prunecheck.native.nodes import node_for_compiled
from prunecheck.trees.games.connect_four import ConnectFour, centre_first
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import CENTRE_FIRST, TicTacToe
from prunecheck.trees.models.splitmix import WORD, mixed
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.views.recorded import recorded

AnyGame = Tree[Any, int]


def fingerprint(tree: AnyGame, node: Any, plies: int) -> int:
    """A 64-bit hash of every answer about `node` and the nodes below it, in order."""
    terminal = tree.is_terminal(node)
    bits = mixed(2 * int(terminal) + int(tree.is_max(node)))
    bits = mixed(bits + tree.evaluate(node))
    for part in tree.key(node):  # type: ignore[attr-defined]  # the keys of these games are tuples of integers
        bits = mixed(bits ^ part)
    if plies > 0 and not terminal:
        for child in tree.children(node):
            bits = mixed(bits + fingerprint(tree, child, plies - 1))
    return bits & WORD


def assert_same_fingerprint(tree: AnyGame, node: Any, plies: int) -> None:
    """Assert that compiled code and plain Python give the same nodes and answers."""
    bits = compiled(fingerprint, "int")(Block(tree, "int"), node_for_compiled(tree, node), plies)
    assert bits % 2**64 == fingerprint(tree, node, plies)


GAMES: dict[str, tuple[AnyGame, int]] = {
    "connect-four": (ConnectFour(), 4),
    "connect-four-4x3-three": (ConnectFour(4, 3, run=3, order=centre_first(4), foresight=True), 6),
    "connect-four-8x7": (ConnectFour(8, 7, score="weak", start="88888881"), 3),
    "connect-five-1x31": (ConnectFour(1, 31, run=5), 31),
    "connect-four-limited": (cut(ConnectFour(5, 4, start="1234"), 3), 9),
    "tic-tac-toe": (TicTacToe(order=CENTRE_FIRST, sooner=True), 5),
    "othello-4": (Othello(4), 6),
    "othello-4-skip": (Othello(4, skip_passes=True), 6),
    "othello-6": (Othello(6), 4),
    "nim": (Nim((2, 0, 3, 1)), 9),
    "nim-misere": (Nim((1, 2), misere=True), 9),
}


@pytest.mark.fast_cases("nim")
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_compiled_and_in_plain_python(name: str) -> None:
    """Every answer about every node is compared, in order; boards need 63 bits, and runs have any length."""
    tree, plies = GAMES[name]
    assert_same_fingerprint(tree, tree.root, plies)


@pytest.mark.slow
def test_othello_uses_all_64_bits_compiled_and_in_plain_python() -> None:
    """Random games to their end, with the nodes after each move, show that signs and shifts change nothing."""
    game, highest = Othello(8), 0
    for seed in range(3):
        random, node = Random(seed), game.root  # noqa: S311  # games need no secrecy
        while not game.is_terminal(node):
            assert_same_fingerprint(game, node, 1)
            node = random.choice(list(game.children(node)))
        assert_same_fingerprint(game, node, 1)
        highest |= node[0] | node[1]
    assert highest == 2**64 - 1


@pytest.mark.slow
def test_a_search_of_late_othello_positions_makes_the_same_calls() -> None:
    """Nodes at the start and in the log have discs on the highest bit."""
    random, node, searched = Random(1), Othello(8).root, 0  # noqa: S311  # games need no secrecy
    while not Othello(8).is_terminal(node):
        if (node[0] | node[1]) >> 63:
            searched += 1
            slow, fast = (recorded(cut(Othello(8), 2)) for _ in range(2))
            expected = variant("fail_soft").search(slow, (node, 2), FULL.alpha, FULL.beta)
            assert search("fail_soft", fast, node=(node, 2)) == expected
            assert fast.log == slow.log
        node = random.choice(list(Othello(8).children(node)))
    assert searched > 2


def games_of(tree: AnyGame, node: Any, plies: int) -> int:
    """The nodes exactly `plies` plies below `node`."""
    if plies == 0:
        return 1
    if tree.is_terminal(node):
        return 0
    games = 0
    for child in tree.children(node):
        games += games_of(tree, child, plies - 1)
    return games


def by_ply(tree: AnyGame, plies: int) -> list[int]:
    """The nodes after each number of plies, counted on all paths."""
    count, block = compiled(games_of, "int"), Block(tree, "int")
    return [count(block, tree.root, ply) for ply in range(plies + 1)]


@pytest.mark.fast_cases("connect-four-*")
@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (ConnectFour(), [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572]),
        (TicTacToe(), [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]),
    ],
    ids=["connect-four-7x6", "tic-tac-toe"],
)
def test_compiled_perft_counts_games_by_ply(tree: AnyGame, expected: list[int]) -> None:
    """Compiled perft visits the whole tree; games that have ended are not counted again."""
    assert by_ply(tree, len(expected) - 1) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (4, [1, 4, 12, 44, 128, 424, 1_256, 3_624, 9_116, 20_044, 36_540, 50_704, 57_436]),
        (6, [1, 4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716, 2_114_912]),
        (8, [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]),
    ],
)
def test_compiled_perft_of_othello(size: int, expected: list[int]) -> None:
    """Compiled perft counts the leaves of the tree cut at each ply, by a search without pruning."""
    for depth, leaves in enumerate(expected):
        assert count_nodes("minimax", cut(Othello(size), depth)).leaves == leaves
    assert all(fewer < more for fewer, more in pairwise(expected))


@pytest.mark.slow
def test_compiled_search_of_the_whole_4_by_4_game() -> None:
    """The game has 60,060 ends, and 284,881 nodes with the pass at the end of each game; alpha-beta needs fewer."""
    whole = count_nodes("minimax", Othello(4))
    assert (whole.value, whole.visits + whole.leaves, whole.leaves) == (-8, 284_881, 60_060)
    for name in ("fail_soft", "two_functions", "moving_bounds"):
        found = count_nodes(name, Othello(4))
        assert (found.value, found.visits + found.leaves) == (-8, 18_563)


NARROW: Window[Number] = Window(-1, 1)


@pytest.mark.fast_cases("fail_soft")
@pytest.mark.parametrize("name", ["fail_soft", "two_functions", "f2", "clamped", "moving_bounds", "negamax_alpha_beta"])
def test_compiled_search_of_tic_tac_toe(name: str) -> None:
    """Nodes and leaves are those of plain Python, in both windows and both orders of moves."""
    assert count_nodes(name, TicTacToe(), FULL) == Found(0, 18_297, 7_330)
    assert count_nodes(name, TicTacToe(), NARROW) == Found(0, 16_811, 6_740)
    assert count_nodes(name, TicTacToe(order=CENTRE_FIRST), NARROW) == Found(0, 6_323, 2_477)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fail_soft", "two_functions"])
def test_a_game_that_limits_itself_equals_the_game_in_a_view(name: str) -> None:
    """Nodes and leaves are the same to every depth, although one stores a node's ply and the other counts."""
    for depth in range(11):
        game = ConnectFour(start="4433")
        assert count_nodes(name, cut(game, depth)) == count_nodes(name, Cut(game, depth))
