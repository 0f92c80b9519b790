"""Othello on a square board of any even size; each player starts with two discs on a diagonal.

Source: the rules of the World Othello Federation. On the 8 x 8 board, White starts on d4 and e5, and Black moves first.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from prunecheck.errors import TreeError

Discs: TypeAlias = tuple[int, int, int]  # bit boards of the side to move and of the opponent; 1 if Black moves
Move: TypeAlias = int | None  # a square, row by row from 0; None is a pass

SMALLEST: Final = 4


class Othello:
    """Othello; Black moves first and is MAX.

    The value of every position, finished or not, is the number of Black's discs minus the number of White's discs.

    Moves come in the order of their squares, row by row from a1. A player who cannot move must pass. The pass is the
    only move and takes a ply, so players alternate. If `skip_passes` is True, nobody passes: a player who cannot move
    is skipped, and the other player moves again. A game ends when neither player can move; empty squares do not count
    for either player.
    Raises: TreeError if the size is odd, or below 4.

    >>> game = Othello(4)
    >>> [game.evaluate(child) for child in game.children(game.root)]
    [3, 3, 3, 3]
    """

    __slots__ = ("_lines", "_root", "size", "skip_passes")

    def __init__(self, size: int = 8, *, skip_passes: bool = False) -> None:
        """Set the board size, and whether a player who cannot move passes or is skipped."""
        if size < SMALLEST or size % 2:
            raise TreeError(f"the size of the board is {size}; use an even number, 4 or more")
        self.size = size
        self.skip_passes = skip_passes
        every, inner = range(size), range(1, size - 1)
        middle = sum(1 << column for column in inner)  # the middle columns of a row
        across = sum(middle << row * size for row in every)
        up = sum(((1 << size) - 1) << row * size for row in inner)
        inside = across & up
        # each direction, and the squares with neighbours on both sides: only discs on these squares can be turned
        self._lines = ((1, across), (size - 1, inside), (size, up), (size + 1, inside))
        low, high = size // 2 - 1, size // 2
        white = 1 << low * size + low | 1 << high * size + high
        black = 1 << low * size + high | 1 << high * size + low
        self._root = black, white, 1

    @property
    def root(self) -> Discs:
        """The position with four discs in the middle, and Black to move."""
        return self._root

    def children(self, node: Discs, /) -> Iterator[Discs]:
        """The positions after each move, square by square, or after a pass if no other move is possible."""
        own, other, black = node
        places = self._places(own, other)
        if not places:  # the game is not over, so the opponent can move
            yield other, own, 1 - black
        while places:
            place = places & -places
            places ^= place
            turned = self._turned(own, other, place)
            mine, theirs = own | place | turned, other ^ turned
            if self.skip_passes and not self._places(theirs, mine) and self._places(mine, theirs):
                yield mine, theirs, black
            else:
                yield theirs, mine, 1 - black

    def is_terminal(self, node: Discs, /) -> bool:
        """True if neither player can move."""
        own, other, _ = node
        return not self._places(own, other) and not self._places(other, own)

    def evaluate(self, node: Discs, /) -> int:
        """The number of Black's discs minus the number of White's discs."""
        own, other, black = node
        more = own.bit_count() - other.bit_count()
        return more if black else -more

    def is_max(self, node: Discs, /) -> bool:
        """True if Black is to move."""
        return node[2] == 1

    def key(self, node: Discs, /) -> tuple[int, int]:
        """Black's discs and White's discs, without the side to move, so a pass does not change the key."""
        own, other, black = node
        return (own, other) if black else (other, own)

    def move(self, node: Discs, child: Discs, /) -> Move:
        """The square of the disc that the move from `node` to `child` places; squares are numbered row by row from 0.

        Returns None for a pass.
        """
        placed = (child[0] | child[1]) ^ (node[0] | node[1])
        return placed.bit_length() - 1 if placed else None

    def _places(self, own: int, other: int) -> int:
        """The legal moves: empty squares at one end of a row of `other` discs, with an `own` disc at the other end."""
        ends = 0
        for d, between in self._lines:
            turning = other & between
            line = own << d & turning
            while line:
                line <<= d
                ends |= line
                line &= turning
            line = own >> d & turning
            while line:
                line >>= d
                ends |= line
                line &= turning
        return ends & ~(own | other)

    def _turned(self, own: int, other: int, place: int) -> int:
        """The opponent's discs (in `other`) that are turned by placing a disc on the square `place`."""
        turned = 0
        for d, between in self._lines:
            turning = other & between
            line, end, at = 0, 0, place << d & turning
            while at:
                line |= at
                end = at << d
                at = end & turning
            if end & own:
                turned |= line
            line, end, at = 0, 0, place >> d & turning
            while at:
                line |= at
                end = at >> d
                at = end & turning
            if end & own:
                turned |= line
        return turned


class OthelloMoves:
    """Othello as one mutable position, on which moves are made and taken back.

    A move is a square, row by row from 0, or None for a pass.

    The board is a list of squares: True for Black's disc, False for White's, None if empty. Each move is stored with
    the discs that it turned, so that `unmake` can turn them back.
    """

    def __init__(self, game: Othello) -> None:
        """Set up the starting position of `game`."""
        self._size = game.size
        self._skip_passes = game.skip_passes
        self._discs: list[bool | None] = [None] * game.size**2  # True for Black's discs
        low, high = game.size // 2 - 1, game.size // 2
        for row, column in ((low, low), (high, high), (low, high), (high, low)):
            self._discs[row * game.size + column] = row != column
        self._difference = 0
        self._black = True  # Black is to move
        self._made: list[tuple[bool, list[int]]] = []  # for each move: who made it, and the discs that it turned

    def moves(self) -> list[Move]:
        """The squares of all legal moves, in ascending order, or only a pass (None)."""
        return list(self._playable(self._black)) or [None]

    def make(self, move: Move, /) -> None:
        """Place a disc of the player to move and turn the discs that it encloses, or pass."""
        mover = self._black
        turned: list[int] = []
        if move is not None:
            turned = list(self._enclosed(move, mover))
            self._discs[move] = mover
            for square in turned:
                self._discs[square] = mover
            self._difference += (1 if mover else -1) * (1 + 2 * len(turned))
        self._made.append((mover, turned))
        self._black = not mover
        if self._skip_passes and not self._can_move(self._black) and self._can_move(mover):
            self._black = mover

    def unmake(self, move: Move, /) -> None:
        """Turn the discs back that the move turned, and remove the disc that it placed."""
        mover, turned = self._made.pop()
        self._black = mover
        if move is not None:
            self._discs[move] = None
            for square in turned:
                self._discs[square] = not mover
            self._difference -= (1 if mover else -1) * (1 + 2 * len(turned))

    def is_terminal(self) -> bool:
        """True if neither player can move."""
        return not self._can_move(self._black) and not self._can_move(not self._black)

    def evaluate(self) -> int:
        """The number of Black's discs minus the number of White's discs."""
        return self._difference

    def is_max(self) -> bool:
        """True if Black is to move."""
        return self._black

    def key(self) -> tuple[int, int]:
        """Black's discs and White's, as bit boards."""
        bits = [0, 0]
        for square, disc in enumerate(self._discs):
            if disc is not None:
                bits[disc] |= 1 << square
        return bits[True], bits[False]

    def _can_move(self, player: bool) -> bool:
        return any(True for _ in self._playable(player))

    def _playable(self, player: bool) -> Iterator[int]:
        for square, disc in enumerate(self._discs):
            if disc is None and any(True for _ in self._enclosed(square, player)):
                yield square

    def _enclosed(self, square: int, player: bool) -> Iterator[int]:
        """The opponent's discs that lie, in any direction, between `square` and the nearest disc of `player`."""
        row, column = divmod(square, self._size)
        for down, across in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            line: list[int] = []
            y, x = row + down, column + across
            while 0 <= y < self._size and 0 <= x < self._size:
                at = y * self._size + x
                if self._discs[at] is None:
                    break
                if self._discs[at] is player:
                    yield from line
                    break
                line.append(at)
                y, x = y + down, x + across
