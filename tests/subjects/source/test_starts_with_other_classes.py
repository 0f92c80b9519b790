"""Starting calls make objects with classes of other files of the project, and leave other objects to the user."""

from pathlib import Path

import pytest

from own_programs import CELLS_IN_A_ROW as BOARD
from prunecheck.errors import PreconditionError, start_needed
from prunecheck.subjects.find import Loading
from prunecheck.subjects.find_start import find_obvious_start
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.subjects.source.parameters import UnknownParameterError
from prunecheck.subjects.source.starts import Proposal, propose_starts

SEARCH = """
def search(board, depth, player):
    if depth == 0 or not board.moves():
        return board.score()
    values = []
    for move in board.moves():
        board.play(move, player)
        values.append(-search(board, depth - 1, 'o' if player == 'x' else 'x'))
        board.undo(move)
    return max(values)
"""
METHOD = """
class Player:
    def __init__(self, board):
        self.board, self.plies = board, 3
    def search(self, board, depth):
        if depth == 0:
            return self.board.score()
        return max(self.search(board, depth - 1) for move in self.board.moves())
"""
PLAY = "import ai\nfrom rules import Board as Cells\nai.search(Cells(5), 2, 'x')\n"


@pytest.fixture(autouse=True)
def in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(ai=SEARCH, rules=BOARD)


def write(**files: str) -> None:
    for name, text in files.items():
        Path(f"{name}.py").write_text(text, encoding="utf-8")


def project(source: str, name: str = "search", **files: str) -> Proposal:
    write(ai=source, **files)
    return propose_starts(source, name, "ai.py")


def outline(found: Proposal) -> str:
    assert found.starts == ()
    assert found.outline is not None
    return found.outline.expression


def test_a_board_class_of_another_file_is_tried_without_being_asked() -> None:
    """No file calls the search. The class is the only one that can make the argument `board`."""
    found = find_obvious_start("ai.py:search", start_needed(""), Loading())
    assert found.starts == ("search(rules.Board(), 4, 'x')",)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("from rules import Board", "Board"),
        ("from rules import *", "Board"),
        ("from rules import Board as Grid", "Grid"),
        ("import rules as game_rules", "game_rules.Board"),
    ],
)
def test_a_name_is_written_as_the_file_with_the_search_knows_it(statement: str, name: str) -> None:
    """The other file imports the class under a different name."""
    assert project(f"{statement}\n{SEARCH}", play=PLAY).starts[0].expression == f"search({name}(5), 2, 'x')"


def test_a_star_import_may_replace_a_module_by_a_class_of_the_same_name() -> None:
    """A starting call cannot name this module."""
    write(board=BOARD.replace("class Board", "class board"))
    play = PLAY.replace("from rules import Board", "from board import board")
    found = project(f"from board import *\n{SEARCH}", play=play)
    assert found.starts[0].expression == "search(board(5), 2, 'x')"


def test_a_file_may_have_the_name_of_a_module_of_python() -> None:
    """Its names are written with the file that imports them."""
    start = project(SEARCH, random=BOARD, play=PLAY.replace("rules", "random")).starts[0]
    assert start.expression == "search(play.Cells(5), 2, 'x')"


def test_only_the_annotated_class_makes_the_argument() -> None:
    """If this class needs arguments, the user must make the instance."""
    state = "class State:\n    def __init__(self, cells):\n        self.cells = cells\n"
    assert outline(project(SEARCH.replace("(board,", "(board: 'State',", 1), states=state)) == "search(BOARD, 4, 'x')"


def test_an_enumeration_makes_no_argument() -> None:
    """It has no instances but its members."""
    colours = "from enum import Enum\nclass Board(Enum):\n    EMPTY = 0\n"
    assert outline(project(SEARCH, rules=colours)) == "search(BOARD, 4, 'x')"


def test_a_class_that_is_not_related_to_the_search_makes_no_argument() -> None:
    """The search's file does not import it, and it is not named like the parameter."""
    assert outline(project(SEARCH, rules="class GameLoop:\n    pass\n")) == "search(BOARD, 4, 'x')"


def test_arguments_of_a_constructor_are_copied_from_another_file() -> None:
    """The other file makes an instance, but does not call the search."""
    method = METHOD.replace("board):", "side, level):").replace("self.board, self.plies = board, 3", "self.side = side")
    found = project(method, "Player.search", play="from ai import Player\nLEVEL = 2\nPlayer('x', LEVEL)\n")
    assert found.starts[0].expression == "Player('x', play.LEVEL).search(rules.Board(), 4)"


def test_no_instance_is_made_if_its_constructor_asks_the_user() -> None:
    """The user must make the instance."""
    method = METHOD.replace("self.board, self.plies = board, 3", "self.board, self.plies = board, int(input('plies'))")
    assert outline(project(method, "Player.search")) == "Player(BOARD).search(rules.Board(), 4)"


def test_a_default_that_only_the_class_knows_is_not_passed() -> None:
    """The default is an attribute of the class."""
    method = METHOD.replace("def __init__", "PLIES = 3\n    def __init__").replace("depth):", "depth=PLIES):")
    play = "from ai import Player\nfrom rules import Board\nPlayer(Board()).search(Board())\n"
    assert (
        project(method, "Player.search", play=play).starts[0].expression
        == "Player(rules.Board()).search(rules.Board())"
    )


UNDECLARED = """
from rules import Board
class Player:
    def choose(board: Board):
        return max(Player.minimax(2, board, side) for side in 'xo')
    def minimax(depth, board, side):
        if depth == 0 or not board.moves():
            return board.score()
        values = []
        for move in board.moves():
            board.play(move, side)
            values.append(-Player.minimax(depth - 1, board, 'o' if side == 'x' else 'x'))
            board.undo(move)
        return max(values)
"""


def test_functions_of_a_class_without_self_are_not_methods() -> None:
    """They are annotated, or they are called on the class."""
    start = project(UNDECLARED, "Player.minimax").starts[0]
    assert start.expression == "Player.minimax(2, Board(), 'x')"
    assert own_game_subject("ai.py:Player.minimax", [start.expression]).games


def test_the_request_for_another_call_has_a_single_or() -> None:
    """The error about the call and the error about the parameter both end with a remedy."""
    write(ai="def search(board, depth, extra):\n    return max(map(search, board), default=0)\nsearch([], 2, 7)\n")
    error = UnknownParameterError("extra", "cannot tell what `extra` is for", "or give a starting call")
    with pytest.raises(PreconditionError, match=r"to search\. Or give another starting call with --start$"):
        find_obvious_start("ai.py:search", error, Loading())
