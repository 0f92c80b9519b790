"""Games by name and size: `connect-four-7x6`, `othello-4`, `nim-2-3-4`. To add a game, add a row to the table.

Chess is missing because it needs an optional package; trees of chess positions can be harvested from Python.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from prunecheck.errors import TreeError, UnknownNameError, plain_name, quantity
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.inner import Inner

ANY: Final = 100  # a depth that stands for no limit


@dataclass(frozen=True, slots=True)
class Game:
    """A game with numbers in its name, such as `nim-2-3-4`: how many numbers, what they mean, and an example.

    If `reads_moves` is True, `make` takes the argument `start`, a position in the game's own notation.
    """

    name: str
    example: str
    numbers: str
    fewest: int
    most: int
    make: Callable[..., Tree[Any, Number]]
    reads_moves: bool = False


def _connect_three(width: int, height: int, *, start: str) -> ConnectFour:
    return ConnectFour(width, height, run=3, start=start)


GAMES: Final[dict[str, Game]] = {
    game.name: game
    for game in (
        Game("tic-tac-toe", "tic-tac-toe", "no number", 0, 0, TicTacToe),
        Game("connect-four", "connect-four-7x6", "columns and rows", 2, 2, ConnectFour, reads_moves=True),
        Game("connect-three", "connect-three-3x4", "columns and rows", 2, 2, _connect_three, reads_moves=True),
        Game("othello", "othello-4", "the size", 1, 1, Othello),
        Game("nim", "nim-2-3-4", "the heaps", 1, ANY, lambda *heaps: Nim(heaps)),
        Game("kalah", "kalah-3-2", "pits and stones", 2, 2, Kalah),
    )
}


def game_tree(name: str, *, position: str = "", depth: int | None = None) -> Tree[Any, Number]:
    """The tree of a game below a position, cut at a depth of `depth` plies.

    `position` lists the moves that lead to the position: in Connect Four, columns counted from 1, as in '4453'; in all
    other games, child indices counted from 0, as in '4,0,8'.
    Raises: UnknownNameError if the game is unknown, TreeError for numbers, a position or a depth that are impossible in
    the game.

    >>> game_tree("nim-2-3", position="1,0").root
    ((0, 2), True)
    """
    found = re.fullmatch(r"([a-z-]*[a-z])((?:[-x]\d+)*)", plain_name(name), re.ASCII)
    if found is None or found[1] not in GAMES:
        raise UnknownNameError("game", name, [row.example for row in GAMES.values()])
    game = GAMES[found[1]]
    numbers = [int(number) for number in re.findall(r"\d{1,9}", found[2])]
    if not game.fewest <= len(numbers) <= game.most:
        raise TreeError(
            f"{game.name} needs {game.numbers} after its name, as in {game.example}, but {name!r} has "
            f"{quantity(len(numbers), 'number')}"
        )
    if game.reads_moves:
        tree = game.make(*numbers, start=position)
    else:
        tree = _From(game.make(*numbers), position)
    return tree if depth is None else cut(tree, depth)


class _From(Inner[Any, Number]):
    """A game that starts at a later position."""

    def __init__(self, tree: Tree[Any, Number], places: str) -> None:
        """Find the position after the moves with these child indices, from the root of `tree`.

        Raises: TreeError, which names the first move that does not exist.
        """
        super().__init__(tree)
        self._root = tree.root
        for nth, place in enumerate(places.split(",") if places.strip() else (), start=1):
            children = [] if tree.is_terminal(self._root) else list(tree.children(self._root))
            if not re.fullmatch(r"\d{1,9}", place.strip(), re.ASCII) or int(place) >= len(children):
                have = (
                    f"the position has the moves 0 to {len(children) - 1}" if children else "the game is over by then"
                )
                raise TreeError(f"move {nth} of {places!r} cannot be made: {have}")
            self._root = children[int(place)]

    @property
    def root(self) -> Any:
        """The position after the moves."""
        return self._root
