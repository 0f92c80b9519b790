"""Games with make and unmake have the same nodes as the tree, and are restored after each move."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from presentations import AnyMoves, AnyTree, assert_agree, assert_agree_along_a_game
from prunecheck.trees.games.connect_four import ConnectFour, ConnectFourMoves, centre_first
from prunecheck.trees.games.kalah import Kalah, KalahMoves
from prunecheck.trees.games.nim import Nim, NimMoves
from prunecheck.trees.games.othello import Othello, OthelloMoves
from prunecheck.trees.games.tictactoe import CENTRE_FIRST, TicTacToe, TicTacToeMoves


def tic_tac_toe(game: TicTacToe) -> tuple[AnyTree, Callable[[], AnyMoves]]:
    return game, lambda: TicTacToeMoves(game)


def connect_four(game: ConnectFour) -> tuple[AnyTree, Callable[[], AnyMoves]]:
    return game, lambda: ConnectFourMoves(game)


def othello(game: Othello) -> tuple[AnyTree, Callable[[], AnyMoves]]:
    return game, lambda: OthelloMoves(game)


def nim(game: Nim) -> tuple[AnyTree, Callable[[], AnyMoves]]:
    return game, lambda: NimMoves(game)


def kalah(game: Kalah) -> tuple[AnyTree, Callable[[], AnyMoves]]:
    return game, lambda: KalahMoves(game)


GAMES: Final = {  # (tree, function that sets up the position, depth of the comparison)
    "tic-tac-toe": (*tic_tac_toe(TicTacToe()), 5),
    "tic-tac-toe, sooner, centre first": (*tic_tac_toe(TicTacToe(order=CENTRE_FIRST, sooner=True)), 4),
    "connect four": (*connect_four(ConnectFour()), 4),
    "connect four, foresight, centre first": (*connect_four(ConnectFour(order=centre_first(7), foresight=True)), 4),
    "connect four, late": (*connect_four(ConnectFour(start="512265743124325446711533231177")), 7),
    "connect four, 5 x 3, weak": (*connect_four(ConnectFour(5, 3, score="weak")), 5),
    "connect four, 3 x 4, runs of 3": (*connect_four(ConnectFour(3, 4, run=3)), 12),
    "connect four, 3 x 5, runs of 3, foresight": (*connect_four(ConnectFour(3, 5, run=3, foresight=True)), 15),
    "connect four, 6 x 7, runs of 5": (*connect_four(ConnectFour(6, 7, run=5)), 4),
    "othello": (*othello(Othello()), 4),
    "othello, 6 x 6": (*othello(Othello(6)), 4),
    "othello, 4 x 4": (*othello(Othello(4)), 7),
    "othello, 4 x 4, passes skipped": (*othello(Othello(4, skip_passes=True)), 7),
    "othello, 6 x 6, passes skipped": (*othello(Othello(6, skip_passes=True)), 4),
    "nim": (*nim(Nim((1, 2, 3))), 6),
    "nim, misere, a heap empty": (*nim(Nim((2, 0, 3), misere=True)), 5),
    "nim, no stone": (*nim(Nim(())), 1),
    "kalah": (*kalah(Kalah()), 4),
    "kalah, empty capture": (*kalah(Kalah(empty_capture=True)), 4),
    "kalah, 3 pits of 2": (*kalah(Kalah(3, 2)), 10),
    "kalah, 3 pits of 2, empty capture": (*kalah(Kalah(3, 2, empty_capture=True)), 10),
    "kalah, 2 pits of 9, round the board": (*kalah(Kalah(2, 9)), 9),
}

EVERY_GAME = pytest.mark.parametrize(("tree", "set_up", "depth"), GAMES.values(), ids=GAMES)


@pytest.mark.slow_cases("connect four, 3 x *", "connect four, late", "othello, 4*")
@EVERY_GAME
def test_both_implementations_agree_at_every_node(tree: AnyTree, set_up: Callable[[], AnyMoves], depth: int) -> None:
    """Children have the same order and answers, and a move that is taken back leaves no trace."""
    assert_agree(tree, tree.root, set_up(), depth)


@pytest.mark.slow_cases("othello", "kalah", "kalah, empty capture", "othello, 6 x 6, passes skipped")
@EVERY_GAME
@settings(max_examples=15)
@given(random=st.randoms(use_true_random=False))
def test_both_implementations_agree_along_any_game(
    tree: AnyTree, set_up: Callable[[], AnyMoves], depth: int, random: Random
) -> None:
    """From the start to the end of a game and back, with all possible moves at each position."""
    assert_agree_along_a_game(tree, set_up(), random)


class ForgetsTheBalance(TicTacToeMoves):
    """A position that takes back the mark, but not its effect on the balances."""

    def unmake(self, move: int, /) -> None:
        """Clear the cell."""
        balances = self._balances.copy()
        super().unmake(move)
        self._balances = balances


class LastCellFirst(TicTacToeMoves):
    """A position that tries the cells in reverse order."""

    def moves(self) -> list[int]:
        """The cells from 8 to 0."""
        return super().moves()[::-1]


class WinsForBoth(TicTacToeMoves):
    """A position that counts every win as X's."""

    def evaluate(self) -> int:
        """The score without its sign."""
        return abs(super().evaluate())


@pytest.mark.parametrize("bug", [ForgetsTheBalance, LastCellFirst, WinsForBoth])
def test_an_implementation_with_a_bug_is_noticed(bug: type[TicTacToeMoves]) -> None:
    """The bugs are state left behind, another move order, and another value."""
    game = TicTacToe()
    with pytest.raises(AssertionError):
        assert_agree(game, game.root, bug(game), 6)


@pytest.mark.parametrize("tree, position, depth", GAMES.values(), ids=GAMES)
def test_a_game_names_its_moves_as_the_position_does(
    tree: AnyTree, position: Callable[[], AnyMoves], depth: int
) -> None:
    """`move(node, child)` is the move that `make` takes."""
    game: Any = tree
    at, node = position(), game.root
    for nth in range(depth):
        if game.is_terminal(node):
            break
        children = list(game.children(node))
        assert [game.move(node, child) for child in children] == list(at.moves())
        at.make(at.moves()[nth % len(children)])
        node = children[nth % len(children)]
