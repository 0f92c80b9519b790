"""Tic-tac-toe: the first real game; small enough that every count of it is known."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from prunecheck.errors import TreeError

Board: TypeAlias = tuple[int, int]  # the cells of X and of O, a bit each: 1 << cell, cells 0..8 row by row

FULL_BOARD: Final = 0b111_111_111
LINES: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
CENTRE_FIRST: Final = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def has_line(cells: int) -> bool:
    """True if three of `cells` are in a row."""
    return any(cells & line == line for line in LINES)


class TicTacToe:
    """X moves first and is MAX. Values are 1, 0, -1 for X, or with `sooner` 10 - plies played for a win of X.

    `order` is the order in which free cells are tried. A game ends with three in a row or a full board.
    Raises: TreeError where `order` is not a permutation of the nine cells.
    """

    def __init__(self, *, order: Sequence[int] = range(9), sooner: bool = False) -> None:
        """Fix the order of moves and the scale of values."""
        if sorted(order) != list(range(9)):
            raise TreeError(f"the order of moves is {list(order)}, not a permutation of the cells 0 to 8")
        self._moves = tuple(1 << cell for cell in order)
        self._sooner = sooner

    @property
    def root(self) -> Board:
        """The empty board."""
        return 0, 0

    def children(self, node: Board, /) -> Iterator[Board]:
        """The boards after each move, in the order given."""
        xs, os = node
        taken = xs | os
        x_moves = xs.bit_count() == os.bit_count()
        for move in self._moves:
            if not taken & move:
                yield (xs | move, os) if x_moves else (xs, os | move)

    def is_terminal(self, node: Board, /) -> bool:
        """True for a won or full board."""
        xs, os = node
        return xs | os == FULL_BOARD or has_line(xs) or has_line(os)

    def evaluate(self, node: Board, /) -> int:
        """The result for X; 0 while the game goes on."""
        xs, os = node
        win = 10 - (xs | os).bit_count() if self._sooner else 1
        return win if has_line(xs) else -win if has_line(os) else 0

    def is_max(self, node: Board, /) -> bool:
        """True where X is to move."""
        xs, os = node
        return xs.bit_count() == os.bit_count()

    def key(self, node: Board, /) -> Board:
        """The board itself."""
        return node
