"""Starting calls for searches on their own game are found in the source file."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.project import Module, modules_nearby
from prunecheck.subjects.source.shorter_text import shorter
from prunecheck.subjects.source.starts import propose_starts

CONNECT4 = """
import math
DEPTH = 5

def create_board():
    return [[0] * 7 for _ in range(6)]

def valid(position):
    return [c for c in range(7) if position[0][c] == 0]

def minimax(board, depth, alpha, beta, maximizingPlayer):
    if depth == 0 or not valid(board):
        return None, 0
    best = -math.inf
    for m in valid(board):
        best = max(best, minimax(board, depth - 1, alpha, beta, not maximizingPlayer)[1])
    return None, best
"""
DRIVER = """
def main():
    board = create_board()
    board = board or None
    while True:
        col = int(input())
        minimax(board, DEPTH, -math.inf, math.inf, True)
"""
METHODS = """
class Board:
    def __init__(self, size=3):
        self.cells = [' '] * size * size
    def moves(self):
        return [i for i, each in enumerate(self.cells) if each == ' ']

class AI:
    def __init__(self, board, sign):
        self.board, self.sign = board, sign
    def best(self):
        return self.minimax(self.board, 0, self.sign)
    def minimax(self, board, ply, player):
        return max(self.minimax(board, ply + 1, player) for m in self.board.moves())

if __name__ == "__main__":
    b = Board()
    print(AI(b, 'X').best())
"""


def starts(source: str, name: str = "minimax", file: str = "connect4.py") -> list[str]:
    return [start.expression for start in propose_starts(source, name, file).starts]


def test_a_driver_gives_the_start() -> None:
    """Local variables of the driver are replaced by their first definitions, and its depth may be lowered."""
    found = propose_starts(CONNECT4 + DRIVER, "minimax", "games/connect4.py")
    why = "since it calls `valid(board)` (connect4.py:12), which only exists in its own game"
    assert found.why == f"cannot check `minimax` on random trees, {why}"
    start = found.starts[0]
    assert start.expression == "minimax(create_board(), DEPTH, -inf, inf, True)"
    assert start.obvious
    assert start.line == 24
    assert start.depth == 5
    assert start.with_depth(2).expression == "minimax(create_board(), 2, -inf, inf, True)"


def test_without_a_driver_the_parameters_give_the_start() -> None:
    """The start has an expression that makes a board, a small depth, the open window, and MAX to move."""
    assert starts(CONNECT4) == ["minimax(create_board(), 4, -inf, inf, True)"]


@pytest.mark.slow
def test_methods_are_called_on_an_instance_made_as_the_file_makes_it() -> None:
    """The method may be called by another method. An instance that is used twice is a single object."""
    found = propose_starts(METHODS, "AI.minimax", "ai.py")
    assert [start.expression for start in found.starts][:2] == [
        "(game := AI(Board(), 'X')).minimax(game.board, 0, game.sign)",
        "AI(Board(), 'X').best()",
    ]
    assert all(start.obvious for start in found.starts[:2])
    assert not found.starts[0].takes_depth
    assert found.starts[0].with_depth(2) == found.starts[0]
    assert found.why.endswith("since it calls `self.board.moves()` (ai.py:14), which only exists in its own game")


def test_a_class_stands_for_its_search() -> None:
    graph = CallGraph(ast.parse(METHODS))
    search = graph.find("AI")
    assert search is not None
    assert search.name == "AI.minimax"
    assert graph.find("Board") is None


CONSTANT = """
board = [0] * 9
def search(board, is_max):
    return search(board, not is_max) + board[0]
"""
NESTED = """
def entry(board):
    def search(b, depth):
        return search(b, depth - 1) + b[0]
    return search(board, 3)
def play():
    board = ['-'] * 9
    entry(board)
"""
METHOD = """
class Game:
    def search(self, depth, *, alpha=0):
        return self.search(depth - 1) + self.board[0]
"""
LIBRARY = """
import chess
def search(board, depth, color):
    return -search(board, depth - 1, -color)
"""
TWO_CLASSES = """
ROOT = [[1, 2], 3]
class Plain:
    def search(self, node, is_max):
        return node if isinstance(node, int) else self.search(node[0], not is_max)
    def best(self, node):
        return self.search(node, True)
class Pruned:
    def search(self, node, is_max, alpha, beta):
        return node if isinstance(node, int) else self.search(node[0], not is_max, alpha, beta)
    def best(self, node):
        return self.search(node, True, -9, 9)
Pruned().best(ROOT)
"""
GUESS = """
STATE = (0, 0)
def search(state, player):
    return state[0] if player == 'X' else search(state, 'X')
def main():
    state = input()
    search(state, input())
"""
DEEPENING = """
def search(board, depth):
    return search(board, depth - 1) + board[0]
def think(seconds):
    board = [0] * 9
    depth = 1
    while time.time() < seconds:
        search(board, depth)
        depth += 1
"""


@pytest.mark.fast_cases("library")
@pytest.mark.parametrize(
    "source, start",
    [
        (DEEPENING, "search([0] * 9, 4)"),
        (CONSTANT, "search(board, True)"),
        (NESTED, "entry(['-'] * 9)"),
        (METHOD, "Game().search(4)"),
        (LIBRARY, "search(chess.Board(), 4, 1)"),
        (TWO_CLASSES, "Pruned().search(ROOT, True, -9, 9)"),
        (GUESS, "search(STATE, 'X')"),
    ],
    ids=["deepening", "constant", "nested", "method", "library", "two classes", "guess"],
)
def test_starts_are_found_for_other_kinds_of_searches(source: str, start: str) -> None:
    """The cases include a constant board, an entry function, python-chess, two classes, and guessed arguments."""
    name = {NESTED: "entry.search", METHOD: "Game.search", TWO_CLASSES: "Pruned.search"}.get(source, "search")
    assert starts(source, name)[0] == start


def test_other_files_are_read_once_and_only_if_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that may run on random trees needs no start, unless the user asks for one."""
    read: list[Path] = []

    def nearby(file: Path) -> Iterator[Module]:
        read.append(file)
        return modules_nearby(file)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("prunecheck.subjects.source.project_files.modules_nearby", nearby)
    search = "def search(board, grid):\n    return max(search(each, grid) for each in board.moves())\n"
    assert propose_starts(search, "search", "ai.py", unless_needed=False).starts == ()
    assert read == []
    Path("rules.py").write_text("class Board:\n    def moves(self): pass\n", encoding="utf-8")
    propose_starts(search, "search", "ai.py")
    assert read == [Path("ai.py")]


@pytest.mark.slow
def test_a_depth_that_counts_up_to_another_starts_at_0() -> None:
    """If its depth were the limit, the search would make no further call."""
    down = CONNECT4.replace("depth, alpha", "depth, plies, alpha").replace(
        "depth - 1, alpha", "depth - 1, plies, alpha"
    )
    up = (
        CONNECT4.replace("board, depth, alpha", "board, depth, max_depth, alpha")
        .replace("board, depth - 1, alpha", "board, depth + 1, max_depth, alpha")
        .replace("depth == 0", "depth == max_depth")
    )
    assert starts(up, "minimax", "connect4.py") == ["minimax(create_board(), 0, 4, -inf, inf, True)"]
    assert starts(down, "minimax", "connect4.py")[0].startswith("minimax(create_board(), 4, ")


def test_a_depth_of_0_may_count_up() -> None:
    """If the search makes no calls with the usual depth, the depth in the source is tried."""
    source = """
LIMIT = 2.5
def search(board, depth):
    deeper = depth + 0.5
    return max(search(board[1:], deeper) for each in board) if deeper < LIMIT else 0
search([1, 2, 3], 0)
"""
    (start,) = propose_starts(source, "search", "ai.py").starts
    assert (start.depth, start.other_depth) == (4, 0)
    assert start.with_depth(0).expression == "search([1, 2, 3], 0)"


@pytest.mark.slow
def test_an_unknown_name_gives_no_start() -> None:
    """For a search that takes nodes, no reason is given, either."""
    assert propose_starts(CONNECT4, "other", "connect4.py").starts == ()
    assert propose_starts("def search(node):\n    return max(map(search, node.children()))", "search", "a.py").why == ""


UNPACKED = """
def start():
    return 3, 4

def value(mine, theirs, depth, alpha, beta):
    return max(-value(theirs, mine - each, depth - 1, -beta, -alpha) for each in range(mine))

if __name__ == "__main__":
    position = start()
    print(value(*position, 5, -9, beta=9))
"""


def test_a_call_that_unpacks_its_position_is_used_as_written() -> None:
    assert starts(UNPACKED, "value")[0] == "value(*start(), 5, -9, beta=9)"


def test_a_score_that_is_added_to_and_subtracted_from_is_not_a_depth() -> None:
    """The start keeps the score, since only a depth is counted down alone."""
    source = """
NUMBERS = [3, 9, 1, 2]

def ends(i, j):
    return [(i + 1, j, NUMBERS[i]), (i, j - 1, NUMBERS[j])]

def pick(i, j, score, first):
    if i > j:
        return score
    if first:
        return max(pick(low, high, score + number, False) for low, high, number in ends(i, j))
    return min(pick(low, high, score - number, True) for low, high, number in ends(i, j))

if __name__ == "__main__":
    print(pick(0, len(NUMBERS) - 1, 0, True))
"""
    assert starts(source, "pick") == ["pick(0, len(NUMBERS) - 1, 0, True)"]


def test_private_names_are_written_as_outside_of_their_class() -> None:
    """Python adds the class name to the private names in a class, so a starting call must have it, too."""
    text = """
class _Player:
    def __init__(self):
        self.__board = [0] * 9

    def choose(self):
        return self.__search(self.__board, 3)

    def __search(self, board, depth):
        return max(self.__search(board, depth - 1) for cell in board)
"""
    assert starts(text, "_Player.__search")[0] == "(game := _Player())._Player__search(game._Player__board, 3)"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("[[0, 0, 0, 0], [0, 1, 0, 0]], 3", "[[0] * 4, [0, 1, 0, 0]], 3"),
        ("[' '] * 9, 4 - 1, float('-inf'), float('inf')", "[' '] * 9, 3, -inf, inf"),
        ("[], 2 - 4, -math.inf, -float('-inf')", "[], -2, -inf, inf"),
        ("[1.5, 1.5, 1.5], 1.5 - 1, alpha - 1", "[1.5] * 3, 1.5 - 1, alpha - 1"),
        ("[f(), f(), f()], -(-x)", "[f(), f(), f()], x"),
        ("None if None is not None else 5, (W if (B if not False else W) == B else B)", "5, W"),
        ("1 if a == b else 2, 1 if f() == f() else 2", "1 if a == b else 2, 1 if f() == f() else 2"),
        ("1 if a != a else 2, 1 if 2 == 3 else 4, 1 if a < a else 2", "2, 4, 1 if a < a else 2"),
    ],
)
def test_a_call_is_written_in_its_shortest_equal_form(arguments: str, text: str) -> None:
    """Calls are only made once in a list if they are, since each may return another object."""
    call = ast.parse(f"search({arguments})", mode="eval").body
    assert ast.unparse(shorter(call, ["math"])) == f"search({text})"


def test_an_infinity_of_the_program_is_not_replaced() -> None:
    """In this program, `inf` is a finite number."""
    call = ast.parse("search(-math.inf)", mode="eval").body
    assert ast.unparse(shorter(call, ["inf"])) == "search(-math.inf)"


CALLER: Final = """
def moves(pile):
    return [take for take in (1, 2, 3) if take <= pile]

def minimax(pile, is_max):
    values = [minimax(pile - take, not is_max) for take in moves(pile)]
    return (max(values) if is_max else min(values)) if values else -1

def best(pile, alpha, beta):
    return max(minimax(pile - take, False) for take in moves(pile))

def play():
    print(minimax(9, True))
"""


def test_a_start_for_a_caller_of_the_search_calls_the_caller_if_possible() -> None:
    """A call to the search alone does not run the function that is to be checked, even if the program makes it."""
    assert propose_starts(CALLER, "best", "piles.py").starts[0].expression == "best(4, -inf, inf)"
    assert "minimax(9, True)" in [start.expression for start in propose_starts(CALLER, "minimax", "piles.py").starts]


@pytest.mark.parametrize("name", ["ChessAI", "GameResult", "OthelloPlayer"])
def test_a_class_that_plays_or_describes_a_game_is_no_board(name: str) -> None:
    """The name of the class contains the name of a game, but an instance is not a position."""
    search = "def search(board, depth):\n    return -search(board.next(), depth - 1) if depth else 0\n"
    proposal = propose_starts(f"class {name}:\n    pass\n{search}", "search", "play.py")
    assert proposal.starts == ()
    assert proposal.outline is not None
    assert proposal.outline.expression == "search(BOARD, 4)"
