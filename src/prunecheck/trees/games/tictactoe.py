"""Tic-tac-toe, a game so small that the exact numbers of its nodes are known."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final, Self, TypeAlias

from prunecheck.errors import TreeError

Board: TypeAlias = tuple[int, int]  # bit boards of X and of O: 1 << cell, cells 0..8 row by row

CENTRE_FIRST: Final = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def has_line(cells: int) -> bool:
    """True if three of `cells` are in a row, a column or a diagonal."""
    rows = cells & cells >> 1 & cells >> 2 & 0o111  # the left ends of full rows
    columns = cells & cells >> 3 & cells >> 6
    return rows | columns != 0 or cells & 0o421 == 0o421 or cells & 0o124 == 0o124


class TicTacToe:
    """Tic-tac-toe; X moves first and is MAX. By default, a finished game is worth 1, 0 or -1 to MAX.

    If `sooner` is True, the value of a win is 10 minus the number of plies played. `order` is the order in which free
    cells are searched. A game ends with three in a row or a full board.
    Raises: TreeError if `order` is not a permutation of the nine cells.
    """

    __slots__ = ("_moves", "last_ply", "order", "sooner")

    def __init__(self, *, order: Sequence[int] = range(9), sooner: bool = False) -> None:
        """Set the order of moves, and whether sooner wins have greater values."""
        if sorted(order) != list(range(9)):
            raise TreeError(f"the order of moves is {list(order)}, not a permutation of the cells 0 to 8")
        self.order = tuple(order)
        self.sooner = sooner
        self.last_ply = 9
        self._moves = tuple(1 << cell for cell in order)

    @property
    def root(self) -> Board:
        """The empty board."""
        return 0, 0

    def limited_to(self, depth: int, /) -> Self:
        """The same game with a depth limit: boards with `depth` marks (X or O) are terminal.

        Boards at the depth limit have their static value.
        """
        shorter = copy(self)
        shorter.last_ply = min(self.last_ply, depth)
        return shorter

    def children(self, node: Board, /) -> Iterator[Board]:
        """The boards after each legal move; `order` gives the order of the cells."""
        xs, os = node
        taken = xs | os
        x_moves = self.is_max(node)
        for move in self._moves:
            if not taken & move:
                yield (xs | move, os) if x_moves else (xs, os | move)

    def is_terminal(self, node: Board, /) -> bool:
        """True for a won or full board."""
        xs, os = node
        return (xs | os).bit_count() >= self.last_ply or has_line(xs) or has_line(os)

    def evaluate(self, node: Board, /) -> int:
        """The result for X; 0 before the end of the game."""
        xs, os = node
        win = 10 - (xs | os).bit_count() if self.sooner else 1
        if has_line(xs):
            return win
        return -win if has_line(os) else 0

    def is_max(self, node: Board, /) -> bool:
        """True if X is to move."""
        xs, os = node
        return xs.bit_count() == os.bit_count()

    def key(self, node: Board, /) -> Board:
        """The board itself."""
        return node

    def move(self, node: Board, child: Board, /) -> int:
        """The cell, 0 to 8, that is marked on the move from `node` to `child`."""
        (xs, os), (more_xs, more_os) = node, child
        return (xs ^ more_xs | os ^ more_os).bit_length() - 1


class TicTacToeMoves:
    """Tic-tac-toe as one mutable position, on which moves are made and taken back.

    A move is a cell, 0 to 8, row by row.

    Each row, column and diagonal has a balance: the number of X's cells minus the number of O's. A row, column or
    diagonal with a balance of 3 or -3 is a win.
    """

    def __init__(self, game: TicTacToe) -> None:
        """Set up the empty board."""
        self._order = game.order
        self._sooner = game.sooner
        self._last_ply = game.last_ply
        self._free = [True] * 9
        self._cells = [0, 0]  # bit boards of O and of X
        self._balances = [0] * 8  # of three rows, three columns, two diagonals
        self._played = 0
        self._won = False  # set by the last move; no move follows a win

    def moves(self) -> list[int]:
        """The free cells, in the order of `order`."""
        return [cell for cell in self._order if self._free[cell]]

    def make(self, move: int, /) -> None:
        """Mark a free cell for the player to move."""
        weight = self._turn(move)
        self._played += 1
        for line in _lines_through(move):
            self._balances[line] += weight
            self._won = self._won or abs(self._balances[line]) == 3

    def unmake(self, move: int, /) -> None:
        """Clear the cell that was marked last."""
        self._played -= 1
        weight = self._turn(move)
        for line in _lines_through(move):
            self._balances[line] -= weight
        self._won = False

    def is_terminal(self) -> bool:
        """True for a won or full board."""
        return self._won or self._played >= self._last_ply

    def evaluate(self) -> int:
        """The result for X; 0 before the end of the game."""
        if not self._won:
            return 0
        win = 10 - self._played if self._sooner else 1
        return -win if self.is_max() else win

    def is_max(self) -> bool:
        """True if X is to move."""
        return self._played % 2 == 0

    def key(self) -> Board:
        """A pair: the cells with an X, and the cells with an O."""
        return self._cells[1], self._cells[0]

    def _turn(self, cell: int) -> int:
        """Place or remove the mark (X or O) of the side to move in a cell.

        Return how much the balance of each row, column and diagonal through the cell changes: 1 or -1.
        """
        player = self.is_max()
        self._free[cell] = not self._free[cell]
        self._cells[player] ^= 1 << cell
        return 1 if player else -1


def _lines_through(cell: int) -> list[int]:
    """The indices of the row, the column and the diagonals through a cell."""
    row, column = divmod(cell, 3)
    lines = [row, 3 + column]
    if row == column:
        lines.append(6)
    if row + column == 2:
        lines.append(7)
    return lines
