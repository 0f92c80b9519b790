"""Chess is compared with published counts, on the standard positions for testing move generators.

Figures: the Chess Programming Wiki's page 'Perft Results', counted again with the package `chess`; distinct positions
and diagrams: OEIS A083276 and A019319.
"""

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from presentations import assert_agree, assert_agree_along_a_game
from prunecheck import FULL, Search, TreeError
from prunecheck.oracle.minimax import value
from prunecheck.trees.games.chess import MATE, START, Chess, ChessMoves, Position
from prunecheck.trees.views.cut import cut
from prunecheck.trees.walk import postorder
from searches import EVERY_SEARCH

pytest.importorskip("chess", reason="the optional extra `chess` is not installed")

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
THIRD = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
FOURTH = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
FIFTH = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"


@cache
def levels(fen: str, plies: int) -> list[Counter[Position]]:
    """The positions after 1, 2, ... moves, each with the number of paths to it."""
    game = Chess(fen)
    found = [Counter({game.root: 1})]
    for _ in range(plies):
        following: Counter[Position] = Counter()
        for node, paths in found[-1].items():
            for child in game.children(node):
                following[child] += paths
        found.append(following)
    return found[1:]


def fens(game: Chess) -> list[str]:
    """The children of the root, without their move numbers."""
    return [game.board(child).fen().rsplit(" ", 1)[0] for child in game.children(game.root)]


@pytest.mark.fast_cases("position 4")
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (START, [20, 400, 8_902, 197_281]),
        (KIWIPETE, [48, 2_039, 97_862]),
        (THIRD, [14, 191, 2_812, 43_238, 674_624]),
        (FOURTH, [6, 264, 9_467]),
        (FIFTH, [44, 1_486, 62_379]),
    ],
    ids=["start", "Kiwipete", "position 3", "position 4", "position 5"],
)
def test_nodes_after_each_move(fen: str, counts: list[int]) -> None:
    """An error in castling, capture en passant, promotion, pins or checks changes a count."""
    assert [level.total() for level in levels(fen, len(counts))] == counts


@pytest.mark.slow
def test_positions_on_several_paths_are_the_same_node() -> None:
    """Without the half-move count there are as many positions as by the laws, and fewer by pieces and side to move."""
    reached = levels(START, 4)
    assert [len({node[:9] for node in level}) for level in reached] == [20, 400, 5_362, 72_078]
    assert [len({node[:7] for node in level}) for level in reached] == [20, 400, 5_362, 71_852]


def test_children_come_in_the_alphabetical_order_of_their_moves() -> None:
    """The children start with a7a8b, a7a8n, a7a8q, a7a8r; then come those of the king on e1: d1, d2, e2, f1, f2."""
    assert fens(Chess("8/P7/8/7k/8/8/8/4K3 w - - 7 50")) == [
        "B7/8/8/7k/8/8/8/4K3 b - - 0",
        "N7/8/8/7k/8/8/8/4K3 b - - 0",
        "Q7/8/8/7k/8/8/8/4K3 b - - 0",
        "R7/8/8/7k/8/8/8/4K3 b - - 0",
        "8/P7/8/7k/8/8/8/3K4 b - - 8",
        "8/P7/8/7k/8/8/3K4/8 b - - 8",
        "8/P7/8/7k/8/8/4K3/8 b - - 8",
        "8/P7/8/7k/8/8/8/5K2 b - - 8",
        "8/P7/8/7k/8/8/5K2/8 b - - 8",
    ]


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -MATE),
        ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", MATE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 0),
        ("7k/8/8/8/8/8/8/RK6 w - - 150 120", 0),
        ("R6k/8/6K1/8/8/8/8/8 b - - 150 120", MATE),
    ],
    ids=["Black mates", "White mates", "stalemate", "a knight cannot mate", "75 moves", "mate on the last of 75 moves"],
)
def test_a_finished_game_has_its_result(fen: str, result: int) -> None:
    """A mate is worth 1,000 to White or -1,000; every other end is a draw, whatever the material."""
    game = Chess(fen)
    assert game.is_terminal(game.root)
    assert game.evaluate(game.root) == result
    assert value(game, game.root) == result


@pytest.mark.parametrize(
    ("fen", "material"),
    [(START, 0), (KIWIPETE, 0), (THIRD, 0), (FOURTH, 1), (FIFTH, 0), ("4k2q/8/8/8/8/8/8/NBR1K3 b - - 0 1", 2)],
)
def test_before_the_end_the_value_is_the_material(fen: str, material: int) -> None:
    """The value is White's material minus Black's, whoever moves."""
    game = Chess(fen)
    assert not game.is_terminal(game.root)
    assert game.evaluate(game.root) == material


@pytest.mark.parametrize(
    ("fen", "plies", "truth"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, MATE),
        ("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1, -MATE),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, MATE),
    ],
    ids=["White in one", "Black in one", "in two: Morphy's problem, where the rook is given away"],
)
def test_minimax_sees_a_mate(fen: str, plies: int, truth: int) -> None:
    """The search is just deep enough for the mate."""
    view = cut(Chess(fen), plies)
    assert value(view, view.root) == truth


def test_no_position_is_its_own_ancestor() -> None:
    """Moves that repeat a position still count towards the 75-move rule, so even a game without progress ends."""
    game = Chess("7k/8/8/8/8/8/R7/K7 w - - 146 120")
    assert len(list(postorder(game, game.root))) > 100
    assert value(game, game.root) == 0


@pytest.mark.slow_cases("Kiwipete", "position 5")
@pytest.mark.parametrize(
    "fen", [START, KIWIPETE, THIRD, FOURTH, FIFTH], ids=["start", "Kiwipete", "position 3", "position 4", "position 5"]
)
def test_making_and_taking_back_moves_is_the_same_game(fen: str) -> None:
    """Two plies of each position are compared: castling, capture en passant and promotion are taken back completely."""
    game = Chess(fen)
    assert_agree(game, game.root, ChessMoves(game), 2)


@pytest.mark.slow
@settings(max_examples=10)
@given(random=st.randoms(use_true_random=False))
def test_making_and_taking_back_moves_is_the_same_along_a_game(random: Random) -> None:
    """The game runs from 10 moves before the 75th to the end; a board's history of positions ends no game."""
    game = Chess("4k2r/6p1/8/8/8/8/1P6/R3K3 w Qk - 130 90")
    assert_agree_along_a_game(game, ChessMoves(game), random)


@pytest.mark.parametrize("search", EVERY_SEARCH.values(), ids=EVERY_SEARCH)
def test_every_search_finds_the_value(search: Search) -> None:
    """The tree is two plies of the third position, with White and with Black to move."""
    for fen in (THIRD, THIRD.replace(" w ", " b ")):
        view = cut(Chess(fen), 2)
        assert search(view, view.root, FULL.alpha, FULL.beta) == value(view, view.root)


@pytest.mark.parametrize("fen", ["", "8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/KQ6 w - - x 1"])
def test_an_invalid_position_is_refused(fen: str) -> None:
    """The error is one line that shows the text."""
    with pytest.raises(TreeError, match=f"^fen is '{fen}'"):
        Chess(fen)


@pytest.mark.parametrize("fen", [KIWIPETE, FOURTH, FIFTH])
def test_moves_have_one_name_for_each_two_squares(fen: str) -> None:
    """Castling is named by the king's squares, and promotions to different pieces share a name."""
    game = Chess(fen)
    squares = [(move.from_square, move.to_square) for move in ChessMoves(game).moves()]
    names = [game.move(game.root, child) for child in game.children(game.root)]
    assert len(set(names)) == len(set(squares)) == len(set(zip(names, squares, strict=True)))
