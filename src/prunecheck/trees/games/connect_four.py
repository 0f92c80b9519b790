"""Connect Four on a board of any size, in which a player wins with a row of any chosen length.

Source: the game of 1974. The bit board, with one spare bit for each column, is taken from J. Tromp's "Fhourstones".
Pascal Pons's "Solving Connect 4" describes scores that count the winner's remaining stones; like `foresight`, it also
ends a game before an immediate win.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final, Literal, Self, TypeAlias, get_args

from prunecheck.errors import TreeError

Stones: TypeAlias = tuple[
    int, int
]  # the stones of the player to move, and all stones: 1 << column * (height + 1) + row
Score: TypeAlias = Literal["strong", "weak"]

COLUMNS: Final = "123456789abcdefghijklmnopqrstuvwxyz"  # the characters for columns


def centre_first(width: int) -> tuple[int, ...]:
    """The columns, counted from 0, in the order of their distance from the middle.

    Of two columns at the same distance, the left one comes first if `width` is odd, the right one if `width` is even.

    >>> centre_first(7), centre_first(4)
    ((3, 2, 4, 1, 5, 0, 6), (2, 1, 3, 0))
    """
    return tuple(width // 2 + (1 - 2 * (nth % 2)) * ((nth + 1) // 2) for nth in range(width))


class ConnectFour:
    """Connect Four, with the first player as MAX.

    A game ends with `run` stones of one player in a row, or with a full board (value 0).

    If `score` is strong, the value of a win is the number of stones that the winner has left, plus one; both players
    start with half of the stones that fill the board. If `score` is weak, a win has the value 1. While the game goes
    on, the value of a position is 0. `order` is the order in which columns, counted from 0, are searched; the default
    is left to right. The root is the position after the moves in `start`. If `foresight` is True, a position is
    terminal if the side to move can win with the next stone; such a position has the value of the win. Minimax values
    are the same with and without `foresight`.
    Raises: TreeError for a size or a run below 1, an invalid order or score, or moves in `start` that cannot be made.

    >>> game = ConnectFour(4, 4, start="112233")
    >>> win = list(game.children(game.root))[-1]
    >>> game.is_terminal(win), game.evaluate(win)
    (True, 5)
    """

    __slots__ = (  # in Python 3.11, attributes in a `__dict__` become slow once the `__dict__` is read, as `copy` does
        "_bottoms",
        "_columns",
        "_full",
        "_lines",
        "_root",
        "foresight",
        "height",
        "last_ply",
        "order",
        "run",
        "start",
        "weak",
        "width",
    )

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        *,
        run: int = 4,
        order: Sequence[int] | None = None,
        score: Score = "strong",
        start: str = "",
        foresight: bool = False,
    ) -> None:
        """Set the board size, the order of moves, the score, and the starting position."""
        for name, number in (("width", width), ("height", height), ("run", run)):
            if number < 1:
                raise TreeError(f"the {name} is {number}; use 1 or more")
        if score not in get_args(Score):
            raise TreeError(f"the score is {score!r}; use 'strong' or 'weak'")
        self.width = width
        self.height = height
        self.run = run
        self.order = tuple(range(width) if order is None else order)
        if sorted(self.order) != list(range(width)):
            raise TreeError(
                f"the order of moves is {list(self.order)}, not a permutation of the columns 0 to {width - 1}"
            )
        self.weak = score == "weak"
        self.foresight = foresight
        self.start = start
        stride = height + 1  # the spare bit above each column stays 0, so no run extends into the next column
        self.last_ply = width * height  # a game ends after this many stones at the latest
        column = (1 << height) - 1
        self._columns = tuple(column << place * stride for place in self.order)
        self._full = sum(self._columns)
        self._bottoms = sum(1 << place * stride for place in range(width))
        # for each direction, the shifts that combine stones to pairs, and pairs to fours; smaller for a shorter run
        pair, four = min(run - 1, 1), max(min(run - 2, 2), 0)
        self._lines = (run, *(step * d for d in (1, height, stride, stride + 1) for step in (pair, four)))
        self._root = self.position(start)

    @property
    def root(self) -> Stones:
        """The position after the moves of `start`."""
        return self._root

    def limited_to(self, depth: int, /) -> Self:
        """The same game with a depth limit: positions `depth` plies below the root are terminal.

        At the depth limit, positions have their static value.
        """
        shorter = copy(self)
        shorter.last_ply = min(self.last_ply, self._root[1].bit_count() + depth)
        return shorter

    def position(self, moves: str) -> Stones:
        """The position after stones are dropped, from the empty board, in the columns of `moves` (1 to 9, then a to z).

        Raises: TreeError with the number of the first move that cannot be made, and why.

        >>> ConnectFour().position("44") == ConnectFour(start="44").root
        True
        >>> ConnectFour(height=2).position("4441")
        Traceback (most recent call last):
        prunecheck.errors.TreeError: move 3 of '4441': column 4 is full; drop the move
        """
        own, mask = 0, 0
        for nth, written in enumerate(moves, start=1):
            column = COLUMNS.find(written.lower())
            here = f"move {nth} of {moves!r}"
            if not 0 <= column < self.width:
                last = COLUMNS[min(self.width, len(COLUMNS)) - 1]
                raise TreeError(f"{here}: {written!r} is not a column; the columns are 1 to {last}")
            if self._has_run(own ^ mask):
                raise TreeError(f"{here}: the game was won with move {nth - 1}; drop what follows")
            move = (mask + self._bottoms) & self._columns[self.order.index(column)]
            if not move:
                raise TreeError(f"{here}: column {written} is full; drop the move")
            own, mask = own ^ mask, mask | move
        return own, mask

    def children(self, node: Stones, /) -> Iterator[Stones]:
        """The positions after each legal move; `order` gives the order of the columns."""
        own, mask = node
        other = own ^ mask
        free = (mask + self._bottoms) & self._full  # the lowest free cell of each column
        for column in self._columns:
            move = free & column
            if move:
                yield other, mask | move

    def is_terminal(self, node: Stones, /) -> bool:
        """True for a won or full board and, if `foresight` is True, for a board on which the next stone can win."""
        own, mask = node
        if mask.bit_count() >= self.last_ply or self._has_run(own ^ mask):
            return True
        return self.foresight and self._wins_at_once(own, mask)

    def evaluate(self, node: Stones, /) -> int:
        """The result for the first player; 0 before the end of the game."""
        own, mask = node
        if self._has_run(own ^ mask):
            stones = mask.bit_count()
            for_mover = -1 if self.weak else -((self.width * self.height + 2 - stones) // 2)
        elif self.foresight and self._wins_at_once(own, mask):
            stones = mask.bit_count()
            for_mover = 1 if self.weak else (self.width * self.height + 1 - stones) // 2
        else:
            return 0
        return -for_mover if stones % 2 else for_mover

    def is_max(self, node: Stones, /) -> bool:
        """True if the first player is to move."""
        return not node[1].bit_count() & 1

    def key(self, node: Stones, /) -> Stones:
        """The position itself; the side to move follows from the number of stones."""
        return node

    def move(self, node: Stones, child: Stones, /) -> int:
        """The column, counted from 0, of the move from `node` to `child`."""
        return ((node[1] ^ child[1]).bit_length() - 1) // (self.height + 1)

    def _has_run(self, stones: int) -> bool:
        """True if at least `self.run` stones are in a row. A row of four is found as two neighbouring pairs."""
        run, up, up_twice, falling, falling_twice, across, across_twice, rising, rising_twice = self._lines
        pairs = stones & stones >> up
        if pairs & pairs >> up_twice:
            return run <= 4 or self._has_long_run(stones)
        pairs = stones & stones >> falling
        if pairs & pairs >> falling_twice:
            return run <= 4 or self._has_long_run(stones)
        pairs = stones & stones >> across
        if pairs & pairs >> across_twice:
            return run <= 4 or self._has_long_run(stones)
        pairs = stones & stones >> rising
        if pairs & pairs >> rising_twice:
            return run <= 4 or self._has_long_run(stones)
        return False

    def _has_long_run(self, stones: int) -> bool:
        """True if at least `self.run` stones are in a row; this also works for rows longer than four.

        The function checks for rows of two stones, then of three, and so on.
        """
        for d in (1, self.height, self.height + 1, self.height + 2):
            begins = stones
            for nth in range(1, self.run):
                begins &= stones >> d * nth
            if begins:
                return True
        return False

    def _wins_at_once(self, own: int, mask: int) -> bool:
        """True if the player to move can win with the next stone. `mask` contains the stones of both players."""
        free = (mask + self._bottoms) & self._full
        while free:
            move = free & -free
            free ^= move
            if self._has_run(own | move):
                return True
        return False


class ConnectFourMoves:
    """Connect Four as one mutable position, on which moves are made and taken back. A move is a column, counted from 0.

    The board is a list of stones for each column. To detect a win, only the rows, columns and diagonals through the
    last stone are checked.
    """

    def __init__(self, game: ConnectFour) -> None:
        """Start at the root of `game`."""
        self._game = game
        # from bottom to top; True for the first player
        self._columns: list[list[bool]] = [[] for _ in range(game.width)]
        self._stones = [0, 0]  # bit boards of the second player and of the first
        self._played = 0
        self._won = False  # set by the last move; no move follows a win
        for written in game.start:
            self.make(COLUMNS.index(written.lower()))

    def moves(self) -> list[int]:
        """The columns that are not full, in the order of `order`."""
        return [column for column in self._game.order if len(self._columns[column]) < self._game.height]

    def make(self, move: int, /) -> None:
        """Drop a stone into the column `move`, for the player to move."""
        player = self.is_max()
        self._won = self._completes(move)
        self._stones[player] ^= self._bit(move)
        self._columns[move].append(player)
        self._played += 1

    def unmake(self, move: int, /) -> None:
        """Remove the top stone of the column `move`."""
        self._played -= 1
        self._columns[move].pop()
        self._stones[self.is_max()] ^= self._bit(move)
        self._won = False

    def is_terminal(self) -> bool:
        """True for a won or full board and, if `foresight` is True, for a board on which the next stone can win."""
        if self._won or self._played >= self._game.last_ply:
            return True
        return self._game.foresight and any(map(self._completes, self.moves()))

    def evaluate(self) -> int:
        """The result for the first player; 0 before the end of the game."""
        if self._won:
            return self._win(of_first=not self.is_max(), stones=self._played)
        if self._game.foresight and any(map(self._completes, self.moves())):
            return self._win(of_first=self.is_max(), stones=self._played + 1)
        return 0

    def is_max(self) -> bool:
        """True if the first player is to move."""
        return self._played % 2 == 0

    def key(self) -> Stones:
        """A pair of bit boards: the stones of the player to move, and all stones."""
        return self._stones[self.is_max()], self._stones[0] | self._stones[1]

    def _bit(self, column: int) -> int:
        """The lowest free cell of a column, as a bit of the bit board."""
        return 1 << column * (self._game.height + 1) + len(self._columns[column])

    def _win(self, *, of_first: bool, stones: int) -> int:
        """The value, for MAX, of a won position with `stones` stones on the board."""
        if self._game.weak:
            return 1 if of_first else -1
        cells = self._game.width * self._game.height
        supply, used = (cells + 1, stones + 1) if of_first else (cells, stones)
        left = supply // 2 - used // 2
        return 1 + left if of_first else -1 - left

    def _completes(self, column: int) -> bool:
        """True if a stone of the player to move in this column would complete a row of `run` stones."""
        row, player = len(self._columns[column]), self.is_max()
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                x, y = column + sign * across, row + sign * up
                while 0 <= x < self._game.width and 0 <= y < len(self._columns[x]) and self._columns[x][y] == player:
                    length += 1
                    x, y = x + sign * across, y + sign * up
            if length >= self._game.run:
                return True
        return False
