"""The state of other modules: it is the same at the beginning of each run, and searches must restore it."""

import sys
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.trees.protocol import INF

SEARCH: Final = """
def search(board, depth, alpha, beta):
    if depth == 0 or not board.free():
        return board.worth()
    best = -10**6
    for cell in board.free():
        board.take(cell, depth % 2 + 1)
        best = max(best, -search(board, depth - 1, -beta, -alpha))
        board.take(cell, 0)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
# more calls than are watched, so that the first run ends with a changed board
BOARDS: Final = {
    "class": """
class Board:
    cells = [0] * 9
    def free(self):
        return [nth for nth, owner in enumerate(self.cells) if not owner]
    def take(self, cell, player):
        self.cells[cell] = player
    def worth(self):
        return sum(nth * owner for nth, owner in enumerate(self.cells)) % 17 - 8
""",
    "default": """
class Board:
    def __init__(self, cells=[0] * 9):
        self.cells = cells
    def free(self):
        return [nth for nth, owner in enumerate(self.cells) if not owner]
    def take(self, cell, player):
        self.cells[cell] = player
    def worth(self):
        return sum(nth * owner for nth, owner in enumerate(self.cells)) % 17 - 8
""",
    "module": """
cells = [0] * 9
class Board:
    def free(self):
        return [nth for nth, owner in enumerate(cells) if not owner]
    def take(self, cell, player):
        cells[cell] = player
    def worth(self):
        return sum(nth * owner for nth, owner in enumerate(cells)) % 17 - 8
""",
}


@pytest.mark.parametrize("owner", BOARDS)
def test_a_run_that_ends_early_leaves_no_other_board(
    owner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board belongs to a class, a constructor's default or a module that the search does not import."""
    monkeypatch.chdir(tmp_path)
    Path("ai.py").write_text(SEARCH, encoding="utf-8")
    Path(f"rules_{owner}.py").write_text(BOARDS[owner], encoding="utf-8")
    subject = own_game_subject("ai.py:search", [f"search(rules_{owner}.Board(), 3, -inf, inf)"])
    (game,) = subject.games
    assert len(game.root.children) == 9
    tree = game.with_best(game.root, {4})
    assert subject.open().search(tree, tree.root, -INF, INF) == value(tree, tree.root)


@pytest.mark.parametrize("named", ["from rules_object import BOARD as board", "import rules_object"])
def test_a_run_that_ends_early_leaves_no_moves_on_an_imported_board(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search makes its moves on a board that is a variable of another module, as an object of a class."""
    monkeypatch.chdir(tmp_path)
    search = SEARCH.replace("search(board, ", "search(")
    if named.startswith("import"):
        search = search.replace("board.", "rules_object.BOARD.")
    Path("ai.py").write_text(f"{named}\n{search}", encoding="utf-8")
    rules = BOARDS["default"].replace("cells=[0] * 9", "size").replace("= cells", "= [0] * size")
    Path("rules_object.py").write_text(f"{rules}\nBOARD = Board(9)\n", encoding="utf-8")
    subject = own_game_subject("ai.py:search", ["search(3, -inf, inf)"])
    (game,) = subject.games
    assert len(game.root.children) == 9
    tree = game.with_best(game.root, {4})
    assert subject.open().search(tree, tree.root, -INF, INF) == value(tree, tree.root)


def test_a_board_in_a_class_of_another_module_is_seen_and_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All objects share the board, so what the search does to a copy remains."""
    (tmp_path / "shared_board.py").write_text("class SharedBoard:\n    cells = [0] * 9\n")
    text = """
        from shared_board import SharedBoard

        def search(board, depth, mine):
            free = [cell for cell in range(9) if not board.cells[cell]]
            if depth == 0 or not free:
                return sum(board.cells)
            values = []
            for move in free[:2]:
                copy = SharedBoard()
                copy.cells[move] = 1 if mine else 2
                values.append(search(copy, depth - 1, not mine))
            return max(values) if mine else min(values)
    """
    monkeypatch.delitem(sys.modules, "shared_board", raising=False)
    for _ in range(2):
        subject = own_subject(tmp_path, text, "search", "search(SharedBoard(), 3, True)")
        assert any(
            "changes the global variable `SharedBoard.cells` and does not restore it" in fault
            for fault in subject.faults
        )


PIECES: Final = """
    class Piece:
        made = 0

        def __init__(self):
            self.number = Piece.made
            Piece.made += 1
"""


GAME: Final = """
    from numbered_pieces import Piece

    class Board:
        def __init__(self):
            self.piece, self.pile = Piece(), 9
"""


STARS: Final = """
    from math import *

    def search(board, pile, depth):
        if depth == 0 or pile == 0:
            return pile % 4
        return max(-search(board, pile - take, depth - 1) for take in (1, 2, 3) if take <= pile)
"""


def test_the_state_of_modules_that_other_modules_import_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pieces are numbered by a class in a module that only the board's module imports; `math` has nan, too."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("numbered_pieces", PIECES), ("pieces_game", GAME), ("own_game", STARS)):
        Path(f"{name}.py").write_text(dedent(text), encoding="utf-8")
    subject = own_game_subject("own_game.py:search", ["search(pieces_game.Board(), 9, 3)"])
    assert_right(subject)
