"""Starting calls are copied from other files of the project, with names that the file with the search can use."""

from pathlib import Path

import pytest

from own_programs import CELLS_IN_A_ROW
from prunecheck.errors import PreconditionError, start_needed
from prunecheck.subjects.find import Loading
from prunecheck.subjects.find_start import find_obvious_start
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
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
BOARD = "FIRST = 'x'\n" + CELLS_IN_A_ROW
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
    """Names are written with the file that defines them; variables that only the game sets are replaced."""
    start = proposal(play=PLAY).starts[0]
    assert start.expression == "search(rules.Board(4), play.PLIES, -9999, 9999, rules.FIRST)"
    assert start.obvious
    assert (start.place, start.depth) == ("play.py:7", 3)


def test_a_file_with_a_name_that_the_search_uses_is_not_read() -> None:
    """A starting call could not name this file."""
    starts = proposal(f"def play():\n    pass\n{SEARCH}", play=PLAY).starts
    assert all("PLIES" not in start.expression for start in starts)


def test_attributes_are_replaced_by_their_values() -> None:
    """The starting call opens no window on the screen.

    A depth that a person would type is replaced by the usual depth.
    """
    expressions = [start.expression for start in proposal(window=WINDOW).starts]
    assert expressions[0] == "search(rules.Board(), 4, -9999, 9999, 'o')"


def test_what_a_person_types_is_left_to_the_user() -> None:
    """Only a constant with which the search compares its parameter is guessed."""
    found = proposal(typed=TYPED.replace("size = int(input('size'))", "size = 5"))
    assert found.starts[0].expression == "search(rules.Board(5), 2, -9999, 9999, 'x')"
    assert not found.starts[0].obvious
    Path("rules.py").write_text(BOARD.replace("size=3", "size"), encoding="utf-8")
    found = proposal(typed=TYPED)
    assert found.starts == ()
    assert found.outline is not None
    assert (found.outline.expression, found.outline.blanks) == ("search(BOARD, 2, -9999, 9999, 'x')", ("BOARD",))


def test_a_constant_replaces_none() -> None:
    """The variable is set before the search begins."""
    typed = TYPED.replace("player = input('player')", "player = 'o'").replace("int(input('size'))", "5")
    assert proposal(typed=typed).starts[0].expression == "search(rules.Board(5), 2, -9999, 9999, 'o')"


def test_an_object_that_is_used_twice_is_made_once() -> None:
    """The name of the object is that of the variable."""
    found = proposal(METHOD, "Player.search", shared=SHARED)
    assert found.starts[0].expression == "(player := Player((board := rules.Board()))).search(board, player.plies)"


def test_calls_of_a_function_with_the_same_name_elsewhere_do_not_count() -> None:
    """Methods of libraries do not count, either."""
    other = "import re\nfrom rules import Board\ndef search(*given):\n    pass\nsearch(Board(7), 1, 0, 0, 'x')\n"
    starts = proposal(other=other, more="import re\nre.search('a', 2, 3, 4, 5)\n").starts
    assert all("Board(7)" not in start.expression and "'a'" not in start.expression for start in starts)


def test_a_table_is_not_taken_for_a_board() -> None:
    """Searches with a table may run on random trees."""
    table = SEARCH.replace("    values = []", "    if board in TABLE:\n        return TABLE[board]\n    values = []")
    assert propose_starts(f"TABLE = {{}}\n{table}", "search", "ai.py").why == ""
    assert propose_starts(f"TABLE = [1]\n{table}", "search", "ai.py").why.startswith(
        "cannot check `search` on random trees, since it reads `TABLE[board]`"
    )


def test_a_start_may_name_the_modules_beside_the_search() -> None:
    """Statements that play the game are left out there. The module may be left out if one file defines the name."""
    Path("play.py").write_text(f"{PLAY}\ndef board():\n    return Board(4)\n", encoding="utf-8")
    for board in ("rules.Board(4)", "play.board()", "Board(4)", "board()"):
        found = own_game_subject("ai.py:search", [f"search({board}, 3, -inf, inf, 'x')"])
        assert len(found.games[0].root.children) == 4
    with pytest.raises(PreconditionError, match=r"NameError: name 'nowhere' is not defined"):
        own_game_subject("ai.py:search", ["search(nowhere.Board(4), 3, -inf, inf, 'x')"])
    Path("other_rules.py").write_text(BOARD, encoding="utf-8")
    with pytest.raises(PreconditionError, match=r"NameError: name 'Board' is not defined"):
        own_game_subject("ai.py:search", ["search(Board(4), 3, -inf, inf, 'x')"])


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


def test_a_method_with_the_same_name_is_only_found_out_when_it_is_called() -> None:
    """The call of the other method does not call the search, and so the next one is tried."""
    window = SHARED + "class Window:\n    def search(self, board, depth):\n        pass\n"
    window += "def window():\n    return Window()\nwindow().search(Board(7), 9)\n"
    starts = [start.expression for start in proposal(METHOD, "Player.search", shared=window).starts]
    assert starts[:2] == [
        "shared.window().search(rules.Board(7), 9)",
        "(player := Player((board := rules.Board()))).search(board, player.plies)",
    ]


@pytest.mark.parametrize(
    "received",
    ["urllib.request.urlopen('http://localhost:8080').read()", "socket.socket().recv(9)", "requests.get('http://a.b')"],
)
def test_what_comes_from_another_program_is_never_asked_for(received: str) -> None:
    """Looking for a starting call must not use the network."""
    imports = "import requests, socket, urllib.request\nfrom ai import search\n"
    client = f"{imports}board = {received}\nsearch(board, 2, -9, 9, 'x')\nsearch(list('ab'), 2, -9, 9, 'x')\n"
    starts = [start.expression for start in proposal(client=client).starts]
    assert starts == ["search(rules.Board(), 4, -inf, inf, 'x')"]


def test_a_function_that_asks_another_program_is_not_called_for_a_start() -> None:
    """The position comes from a server. The depth is 0 before the first iteration, which would search nothing."""
    client = """
import socket
from ai import search
from rules import Board

def received(player):
    link = socket.create_connection(("localhost", 5800))
    return Board(int(link.recv(9)))

def play():
    depth = 0
    while True:
        depth += 1
        search(received("x"), depth, -9, 9, "x")
"""
    assert proposal(client=client).starts[0].expression == "search(rules.Board(), 4, -9, 9, 'x')"
    Path("rules.py").write_text(BOARD.replace("size=3", "size"), encoding="utf-8")
    found = proposal(client=client)
    assert found.starts == ()
    assert found.outline is not None
    assert found.outline.expression == "search(BOARD, 4, -9, 9, 'x')"


def test_a_variable_that_is_empty_at_first_has_the_value_that_a_function_gives_it() -> None:
    """The program sets the variable when a game begins."""
    begins = (
        f"board = ()\n{SEARCH}\ndef play():\n    global board\n    board = [0] * 9\n    search(board, 2, -9, 9, 'x')\n"
    )
    assert proposal(begins).starts[0].expression == "search([0] * 9, 2, -9, 9, 'x')"


def test_a_position_with_a_single_line_of_moves_is_refused() -> None:
    """Without a choice of moves nothing can be cut off, so a verdict would mean nothing."""
    with pytest.raises(
        PreconditionError, match="`search` has only one move in each position from this starting call; give a"
    ):
        own_game_subject("ai.py:search", ["search(rules.Board(1), 3, -inf, inf, 'x')"])


def test_two_objects_that_are_made_alike_stay_apart() -> None:
    """The two objects have different names in the program."""
    two = (
        "from ai import search\ndef go():\n    board, seen = list('abc'), list('abc')\n"
        "    search(board, 2, seen, board.copy(), 'x')\n"
    )
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


def test_an_unknown_argument_of_a_constructor_is_left_to_the_user() -> None:
    screen = SCREEN.replace("size, options", "options").replace("Board(size)", "Board(3)")
    Path("rules.py").write_text(BOARD.replace("size=3", "size"), encoding="utf-8")
    assert proposal(MANAGED, "BoardPlayer.search", screen=SCREEN).starts == ()
    start = proposal(MANAGED, "BoardPlayer.search", screen=screen.replace(", options", "")).starts[0]
    assert start.expression == "(game := screen.Screen()).player.search(game.board, 3)"


def test_the_depth_of_iterative_deepening_is_the_usual_one() -> None:
    deepens = (
        "from ai import search\nfrom rules import Board\ndef choose(limit):\n"
        "    for depth in range(1, limit + 1):\n        value = search(Board(), depth, -9, 9, 'x')\n    return value\n"
    )
    start = proposal(deepens=deepens).starts[0]
    assert start.expression == "search(rules.Board(), 4, -9, 9, 'x')"


def test_an_argument_of_a_function_beside_the_search_comes_from_another_file() -> None:
    """The other file calls a function of the search's file, which calls the search."""
    best = "\ndef best(board):\n    return search(board, 2, -9, 9, 'x')\n"
    starts = [
        start.expression
        for start in proposal(SEARCH + best, play="import ai\nfrom rules import Board\nai.best(Board(4))").starts
    ]
    assert starts[:2] == ["search(rules.Board(4), 2, -9, 9, 'x')", "best(rules.Board(4))"]


def test_a_file_that_cannot_be_imported_gives_no_start() -> None:
    """The call in this file is tried, then the call in the next file."""
    Path("missing.py").write_text("from ai import search\nfrom no_such_library import b\nsearch(b, 2, -9, 9, 'x')\n")
    Path("play.py").write_text(PLAY, encoding="utf-8")
    found = find_obvious_start("ai.py:search", start_needed(""), Loading())
    assert found.starts == ("search(rules.Board(4), play.PLIES, -9999, 9999, rules.FIRST)",)


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


AGENT = """
class AGENT:
    def search(self, pile, depth):
        if depth == 0 or not pile:
            return pile % 3
        return max(-self.search(pile - taken, depth - 1) for taken in range(1, min(pile, 3) + 1))
"""
MATCH = """
from careful import Careful
from quick import Quick
class Eager(Careful):
    pass
careful = Careful()
quick = Quick()
eager = Eager()
print(quick.search(7, 2))
print(eager.search(6, 2))
print(careful.search(5, 2))
"""


def test_no_starting_call_calls_a_method_of_the_same_name_in_another_class() -> None:
    """The method of a subclass is the search itself, unless the subclass defines its own method."""
    for name in ("Careful", "Quick"):
        Path(f"{name.lower()}.py").write_text(AGENT.replace("AGENT", name), encoding="utf-8")
    Path("match.py").write_text(MATCH, encoding="utf-8")
    starts = propose_starts(AGENT.replace("AGENT", "Careful"), "Careful.search", "careful.py").starts
    expressions = [start.expression for start in starts]
    assert expressions[:2] == ["match.eager.search(6, 2)", "match.careful.search(5, 2)"]
    assert not any("quick" in expression for expression in expressions)


def test_an_outline_names_the_arguments_of_an_inherited_constructor() -> None:
    """The constructor is in the file of the base class."""
    Path("agent.py").write_text(
        "class Agent:\n    def __init__(self, name):\n        self.name = name\n", encoding="utf-8"
    )
    method = (
        "    def search(self, board, depth):\n        return -self.search(board.next(), depth - 1) if depth else 0\n"
    )
    source = f"from agent import Agent\nclass Careful(Agent):\n{method}"
    outline = propose_starts(source, "Careful.search", "careful.py").outline
    assert outline is not None
    assert outline.expression == "Careful(NAME).search(rules.Board(), 4)"
    assert outline.blanks == ("NAME",)
