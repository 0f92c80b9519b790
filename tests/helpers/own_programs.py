"""Judge a small program with a search on its own game."""

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax

# a file with a board of some cells; a position is worth the sum of the places that "x" has
CELLS_IN_A_ROW: Final = """
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


def own_subject(folder: Path, text: str, name: str, start: str) -> OwnGameSubject:
    """The search `name` of a program with this text, on the game of its starting call."""
    file = folder / "own_game.py"
    file.write_text(dedent(text), encoding="utf-8")
    return own_game_subject(f"{file}:{name}", [start])


def assert_right(subject: OwnGameSubject, trees: int = 20) -> None:
    """Assert that the search has no bug, and agrees with plain minimax on random trees of its game."""
    assert subject.faults == ()
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(trees)]:
        assert value_of(search.search(tree, tree.root, -INF, INF)) == minimax(tree, tree.root), tree
