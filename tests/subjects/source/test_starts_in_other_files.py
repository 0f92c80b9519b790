"""Starting calls are copied from other files of the project, with names that the file with the search can use."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.subjects.source.bindings import definitions_of
from prunecheck.subjects.source.starts import Proposal, propose_starts

SEARCH = """
def search(board, depth, alpha, beta, player):
    if depth == 0 or not board.moves():
        return board.score()
    values = []
    for move in board.moves():
        board.play(move, player)
        value = -search(board, depth - 1, -beta, -alpha, 'o' if player == 'x' else 'x')
        board.undo(move)
        values.append(value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return max(values)
"""
BOARD = """
FIRST = 'x'
class Board:
    def __init__(self, size=3):
        self.cells = [''] * size
    def moves(self):
        return [nth for nth, cell in enumerate(self.cells) if not cell]
    def play(self, move, player):
        self.cells[move] = player
    def undo(self, move):
        self.cells[move] = ''
    def score(self):
        return sum(nth for nth, cell in enumerate(self.cells) if cell == 'x')
"""
PLAY = """
from rules import Board, FIRST
import ai
PLIES = 3
while input('again?'):
    board = Board(4)
    print(ai.search(board, PLIES, -9999, 9999, FIRST))
"""
WINDOW = """
import tkinter
from rules import Board
from ai import search
class Window:
    def __init__(self):
        self.root = tkinter.Tk()
        self.board = None
        self.player = 'o'
        self.begin()
    def begin(self):
        self.board = Board()
        self.limit = None
    def choose(self):
        self.limit = int(input())
    def click(self):
        return search(self.board, self.limit, -9999, 9999, self.player)
"""
TYPED = """
from rules import Board
from ai import search
def main():
    size = int(input('size'))
    player = None
    while player not in ('x', 'o'):
        player = input('player')
    return search(Board(size), 2, -9999, 9999, player)
"""
SHARED = """
from ai import Player
from rules import Board
def main():
    board = Board()
    player = Player(board)
    return player.search(board, player.plies)
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


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ai.py").write_text(SEARCH, encoding="utf-8")
    Path("rules.py").write_text(BOARD, encoding="utf-8")


def proposal(source: str = SEARCH, name: str = "search", **files: str) -> Proposal:
    Path("ai.py").write_text(source, encoding="utf-8")
    for file, text in files.items():
        Path(f"{file}.py").write_text(text, encoding="utf-8")
    return propose_starts(source, name, "ai.py")


def test_a_call_in_another_file_gives_the_start() -> None:
    """Modules are named as the search may name them, and constants of the other file are replaced by their values."""
    start = proposal(play=PLAY).starts[0]
    assert start.expression == "search(rules.Board(4), 3, -9999, 9999, 'x')"
    assert start.obvious
    assert (start.place, start.depth) == ("play.py:7", 3)


def test_a_module_that_the_search_imports_is_named_as_there() -> None:
    """Names from a star import are used in the same way."""
    assert proposal(f"import rules as r\n{SEARCH}", play=PLAY).starts[0].expression.startswith("search(r.Board(4), ")
    assert proposal(f"from rules import *\n{SEARCH}", play=PLAY).starts[0].expression.startswith("search(Board(4), ")
    taken = proposal(f"rules = ''\n{SEARCH}", play=PLAY).starts[0].expression
    assert taken.startswith("search(__import__('rules', fromlist=['Board']).Board(4), ")


def test_attributes_are_replaced_by_their_values() -> None:
    """A start needs no window to be opened; a depth that a person types is replaced by the usual one."""
    assert proposal(window=WINDOW).starts[0].expression == "search(rules.Board(), 4, -9999, 9999, 'o')"


def test_what_a_person_types_is_guessed() -> None:
    """A number is 5; another value is a constant with which the search compares it, or left to the user."""
    start = proposal(typed=TYPED).starts[0]
    assert (start.expression, start.obvious) == ("search(rules.Board(5), 2, -9999, 9999, 'x')", False)
    outline = proposal(SEARCH.replace("'o' if player == 'x' else 'x'", "player").replace("player", "who")).outline
    assert outline is not None
    assert (outline.expression, outline.blanks) == ("search(rules.Board(5), 2, -9999, 9999, WHO)", ("WHO",))


def test_a_constant_replaces_none() -> None:
    """The variable is set before the search begins."""
    typed = TYPED.replace("player = input('player')", "player = 'o'")
    assert proposal(typed=typed).starts[0].expression == "search(rules.Board(5), 2, -9999, 9999, 'o')"


def test_an_object_that_is_used_twice_is_made_once() -> None:
    """The name of the object is that of the variable."""
    found = proposal(METHOD, "Player.search", shared=SHARED)
    assert found.starts[0].expression == ("(player := Player((board := rules.Board()))).search(board, player.plies)")


def test_calls_of_a_function_with_the_same_name_elsewhere_do_not_count() -> None:
    """Methods of libraries do not count, either."""
    other = "import re\nfrom rules import Board\ndef search(*given):\n    pass\nsearch(Board(7), 1, 0, 0, 'x')\n"
    starts = proposal(other=other, more="import re\nre.search('a', 2, 3, 4, 5)\n").starts
    assert all("Board(7)" not in start.expression and "'a'" not in start.expression for start in starts)


def test_a_table_is_not_taken_for_a_board() -> None:
    """Searches with a table may run on random trees."""
    table = SEARCH.replace("    values = []", "    if board in TABLE:\n        return TABLE[board]\n    values = []")
    assert propose_starts(f"TABLE = {{}}\n{table}", "search", "ai.py").why == ""
    assert propose_starts(f"TABLE = [1]\n{table}", "search", "ai.py").why.startswith("search reads TABLE[board]")


def test_a_start_may_name_the_modules_beside_the_search() -> None:
    """Statements that play the game are left out there; a name without a module is an error as before."""
    Path("play.py").write_text(f"{PLAY}\ndef board():\n    return Board(4)\n", encoding="utf-8")
    for board in ("rules.Board(4)", "play.board()"):
        found = own_game_subject("ai.py:search", [f"search({board}, 3, -inf, inf, 'x')"])
        assert len(found.games[0].root.children) == 4
    with pytest.raises(PreconditionError, match=r"NameError: name 'nowhere' is not defined"):
        own_game_subject("ai.py:search", ["search(nowhere.Board(4), 3, -inf, inf, 'x')"])


def test_modules_of_the_package_are_not_loaded_twice(tmp_path: Path) -> None:
    """If modules were loaded twice, their classes would exist twice."""
    package = tmp_path / "game"
    package.mkdir()
    (package / "rules.py").write_text(BOARD, encoding="utf-8")
    check = "from .rules import Board as Own\n" + SEARCH.replace(
        "    values = []", "    assert isinstance(board, Own)\n    values = []"
    )
    (package / "ai.py").write_text(check, encoding="utf-8")
    found = own_game_subject("game/ai.py:search", ["search(rules.Board(4), 3, -inf, inf, 'x')"])
    assert len(found.games[0].root.children) == 4


def test_the_class_of_an_object_decides_which_method_is_called() -> None:
    """Here, both files have a method `search`; the other one is not a call of the search."""
    window = SHARED + "class Window:\n    def search(self, board, depth):\n        pass\nWindow().search(Board(7), 9)\n"
    starts = proposal(METHOD, "Player.search", shared=window).starts
    assert starts[0].expression == "(player := Player((board := rules.Board()))).search(board, player.plies)"
    assert all("Board(7)" not in start.expression for start in starts)


@pytest.mark.parametrize(
    "received",
    ["urllib.request.urlopen('http://localhost:8080').read()", "socket.socket().recv(9)", "requests.get('http://a.b')"],
)
def test_what_comes_from_another_program_is_never_asked_for(received: str) -> None:
    """Looking for a starting call must not use the network."""
    imports = "import requests, socket, urllib.request\nfrom ai import search\n"
    client = f"{imports}board = {received}\nsearch(board, 2, -9, 9, 'x')\n"
    found = proposal(client=client)
    assert all(
        word.split("(")[0] not in start.expression for start in found.starts for word in (received, "recv", "get")
    )


def test_only_objects_with_a_method_of_that_name_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all objects were looked up, a project with many method calls would take minutes to read."""
    looked_up: list[str] = []

    def recorded(body: Sequence[ast.stmt], name: str) -> Iterator[ast.expr]:
        looked_up.append(name)
        return definitions_of(body, name)

    monkeypatch.setattr("prunecheck.subjects.source.start_sites.definitions_of", recorded)
    calls = "".join(f"    item{nth}.update()\n" for nth in range(100))
    made = "from ai import Player\nfrom rules import Board\n"
    window = f"{made}def play():\n{calls}    player = Player(Board(4))\n    player.search(Board(4), 2)\n"
    assert proposal(METHOD, "Player.search", shared=window).starts[0].line == window.count("\n")
    assert set(looked_up) == {"player"}


def test_a_variable_that_is_empty_at_first_has_the_value_that_a_function_gives_it() -> None:
    """The program sets the variable when a game begins."""
    begins = (
        f"board = ()\n{SEARCH}\ndef play():\n    global board\n    board = [0] * 9\n    search(board, 2, -9, 9, 'x')\n"
    )
    assert proposal(begins).starts[0].expression == "search([0] * 9, 2, -9, 9, 'x')"


def test_a_position_with_a_single_line_of_moves_is_refused() -> None:
    """Without a choice of moves nothing can be cut off, so a verdict would mean nothing."""
    with pytest.raises(
        PreconditionError, match="search has only one move in each position from this starting call; give a"
    ):
        own_game_subject("ai.py:search", ["search(rules.Board(1), 3, -inf, inf, 'x')"])


def test_two_objects_that_are_made_alike_stay_apart() -> None:
    """The two objects have different names in the program."""
    two = "from ai import search\nboard, seen = list('abc'), list('abc')\nsearch(board, 2, seen, board.copy(), 'x')\n"
    start = proposal(two=two).starts[0]
    assert start.expression == "search((board := list('abc')), 2, list('abc'), board.copy(), 'x')"


MANAGED = """
class BoardPlayer:
    def __init__(self, board):
        self.board = board
    def search(self, board, depth):
        return max(self.search(board, depth - 1) for move in board.moves())
"""
SCREEN = """
from ai import BoardPlayer
from rules import Board
class Screen:
    def __init__(self, size, options):
        self.board = Board(size)
        self.player = BoardPlayer(self.board)
    def click(self):
        return self.player.search(self.board, 3)
"""


def test_an_unknown_argument_of_a_constructor_is_left_at_its_default() -> None:
    """A class that shares a word with its own parameter is not an argument for itself."""
    start = proposal(MANAGED, "BoardPlayer.search", screen=SCREEN).starts[0]
    assert start.expression == "BoardPlayer((board := rules.Board(3))).search(board, 3)"


def test_none_for_an_argument_of_a_constructor_is_left_at_its_default() -> None:
    """The attribute gets another value when the game begins."""
    search = METHOD.replace("board):", "board, plies=3):", 1).replace("= board, 3", "= board, plies")
    search += "    def go(self):\n        return self.search(self.board, self.plies)\n"
    imports = "from ai import Player\nfrom rules import Board\n"
    game = f"{imports}class Game:\n    def __init__(self):\n        self.plies = None\n"
    game += "    def go(self):\n        return Player(Board(4), plies=self.plies).go()\n"
    expressions = [start.expression for start in proposal(search, "Player.search", game=game).starts]
    assert "Player(rules.Board(4), plies=3).go()" in expressions
    assert all("None" not in expression for expression in expressions)


def test_what_the_user_may_type_has_its_default() -> None:
    """The default is given by a condition or by `or`."""
    typed = "import sys\nfrom ai import search\nsize = {}\nsearch(list('ab' * size), 2, -9, 9, 'x')\n"
    for default in ("int(sys.argv[1]) if len(sys.argv) > 1 else 4", "int(input()) or 4", "4 if sys.argv else input()"):
        start = proposal(typed=typed.format(default)).starts[0]
        assert start.expression == "search(list('ab' * 4), 2, -9, 9, 'x')"


def test_the_depth_of_iterative_deepening_is_its_last() -> None:
    """The range may end at a constant, an attribute or a parameter with a default."""
    for limits, depth in (("1, LIMIT + 1", "3"), ("LIMIT", "3 - 1"), ("1, 5", "5 - 1")):
        deepens = (
            "from ai import search\nfrom rules import Board\nLIMIT = 3\ndef choose():\n"
            f"    for depth in range({limits}):\n        value = search(Board(), depth, -9, 9, 'x')\n    return value\n"
        )
        assert proposal(deepens=deepens).starts[0].expression == f"search(rules.Board(), {depth}, -9, 9, 'x')"


def test_a_position_that_is_changed_before_the_call_is_changed_in_the_start() -> None:
    """Only changes outside of loops count."""
    shifts = (
        "from ai import search\nboard = 7\nboard <<= 21\nfor _ in 'ab':\n    board += 1\nsearch(board, 2, -9, 9, 'x')\n"
    )
    assert proposal(shifts=shifts).starts[0].expression == "search(7 << 21, 2, -9, 9, 'x')"


def test_a_library_that_is_missing_gives_no_value() -> None:
    """The proposed call is the one without this library."""
    missing = (
        "from ai import search\nfrom no_such_library import Board as Other\nfrom rules import Board\n"
        "search(Other(), 2, -9, 9, 'x')\nsearch(Board(), 3, -9, 9, 'x')\n"
    )
    starts = proposal(missing=missing).starts
    assert "search(rules.Board(), 3, -9, 9, 'x')" in [start.expression for start in starts]
    assert all("no_such_library" not in start.expression for start in starts)


def test_a_module_may_have_the_name_of_its_package(tmp_path: Path) -> None:
    """Beside the search is `game/game.py`, and the package `game` is in the working directory."""
    package = tmp_path / "game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "game.py").write_text(BOARD, encoding="utf-8")
    (package / "ai.py").write_text(SEARCH, encoding="utf-8")
    found = own_game_subject("game/ai.py:search", ["search(game.Board(4), 3, -inf, inf, 'x')"])
    assert len(found.games[0].root.children) == 4


def test_a_module_of_a_package_that_draws_can_be_named(tmp_path: Path) -> None:
    """Stand-ins replace what it draws with, and the package has it as an attribute, as after an import."""
    package = tmp_path / "parts"
    package.mkdir()
    (package / "rules.py").write_text(f"import pygame\npygame.init()\n{BOARD}", encoding="utf-8")
    found = own_game_subject("ai.py:search", ["search(parts.rules.Board(4), 3, -inf, inf, 'x')"])
    assert len(found.games[0].root.children) == 4
