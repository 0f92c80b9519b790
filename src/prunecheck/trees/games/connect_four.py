"""Connect Four on a board of any size, for a run of any length.

Source: the game of 1974. The bit board with one spare bit for each column is J. Tromp's, as in his "Fhourstones". The
score by the winner's remaining stones, and ending the game at an immediate win, are Pascal Pons's, "Solving Connect 4".
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias, get_args

from prunecheck.errors import TreeError

Stones: TypeAlias = tuple[
    int, int
]  # the stones of the player to move, and all stones: 1 << column * (height + 1) + row
Score: TypeAlias = Literal["strong", "weak"]

COLUMNS: Final = "123456789abcdefghijklmnopqrstuvwxyz"  # how columns are written


def centre_first(width: int) -> tuple[int, ...]:
    """The columns, from 0, by their distance from the middle one; in a pair the left one first if `width` is odd.

    >>> centre_first(7), centre_first(4)
    ((3, 2, 4, 1, 5, 0, 6), (2, 1, 3, 0))
    """
    return tuple(width // 2 + (1 - 2 * (nth % 2)) * ((nth + 1) // 2) for nth in range(width))


class ConnectFour:
    """The first player is MAX. A game ends with `run` stones in a line, or with a full board, whose value is 0.

    A win is worth one more than the stones that the winner has left; the two supplies together fill the board. With
    the weak score a win is worth 1. While the game goes on, a position's value is 0. `order` is the order in which
    columns, counted from 0, are searched; the default is left to right. The root is the position after the moves of
    `start`. With `foresight`, a position is terminal if the side to move can complete a run at once, and has the value
    of that win: the same values, one ply earlier.
    Raises: TreeError for a size or a run below 1, a wrong order or score, or a start that cannot be played.

    >>> game = ConnectFour(4, 4, start="112233")
    >>> win = list(game.children(game.root))[-1]
    >>> game.is_terminal(win), game.evaluate(win)
    (True, 5)
    """

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
        stride = height + 1  # the spare bit above each column stays clear, so no run crosses into the next column
        self._cells = width * height
        self._bottoms = tuple(1 << column * stride for column in self.order)
        self._tops = tuple(1 << column * stride + height - 1 for column in self.order)
        # stones that start a run of n along d, and another run up to n further on, start a run of both lengths together
        lengths = _lengths(run)
        self._shifts = tuple(tuple(d * each for each in lengths) for d in (1, height, stride, stride + 1))
        self._root = self.position(start)

    @property
    def root(self) -> Stones:
        """The position after the moves of `start`."""
        return self._root

    def position(self, moves: str) -> Stones:
        """The position after these columns, each written 1 to 9, then a to z, on the empty board.

        Raises: TreeError with the number of the first move that cannot be made, and why.

        >>> ConnectFour().position("44") == ConnectFour(start="44").root
        True
        >>> ConnectFour(height=2).position("4441")
        Traceback (most recent call last):
        prunecheck.errors.TreeError: move 3 of '4441': column 4 is full; leave the move out
        """
        own, mask = 0, 0
        for nth, written in enumerate(moves, start=1):
            column = COLUMNS.find(written.lower())
            here = f"move {nth} of {moves!r}"
            if not 0 <= column < self.width:
                last = COLUMNS[min(self.width, len(COLUMNS)) - 1]
                raise TreeError(f"{here}: {written!r} is not a column; the columns are 1 to {last}")
            if self._has_run(own ^ mask):
                raise TreeError(f"{here}: the game was won with move {nth - 1}; leave out what follows")
            place = self.order.index(column)
            if mask & self._tops[place]:
                raise TreeError(f"{here}: column {written} is full; leave the move out")
            own, mask = own ^ mask, mask | (mask + self._bottoms[place])
        return own, mask

    def children(self, node: Stones, /) -> Iterator[Stones]:
        """The positions after each move, in the order of `order`."""
        own, mask = node
        for bottom, top in zip(self._bottoms, self._tops, strict=True):
            if not mask & top:
                yield own ^ mask, mask | (mask + bottom)

    def is_terminal(self, node: Stones, /) -> bool:
        """True for a won or full board, and with `foresight` for one that the next stone wins."""
        own, mask = node
        if mask.bit_count() == self._cells or self._has_run(own ^ mask):
            return True
        return self.foresight and self._wins_at_once(own, mask)

    def evaluate(self, node: Stones, /) -> int:
        """The result for the first player; 0 while the game goes on."""
        own, mask = node
        stones = mask.bit_count()
        if self._has_run(own ^ mask):
            for_mover = -1 if self.weak else -((self._cells + 2 - stones) // 2)
        elif self.foresight and self._wins_at_once(own, mask):
            for_mover = 1 if self.weak else (self._cells + 1 - stones) // 2
        else:
            return 0
        return -for_mover if stones % 2 else for_mover

    def is_max(self, node: Stones, /) -> bool:
        """True if the first player is to move."""
        return node[1].bit_count() % 2 == 0

    def key(self, node: Stones, /) -> Stones:
        """The position itself: the number of stones says who moves."""
        return node

    def _has_run(self, stones: int) -> bool:
        for shifts in self._shifts:
            begins = stones
            for shift in shifts:
                begins &= begins >> shift
            if begins:
                return True
        return False

    def _wins_at_once(self, own: int, mask: int) -> bool:
        for bottom, top in zip(self._bottoms, self._tops, strict=True):
            if not mask & top and self._has_run(own | ((mask + bottom) & ~mask)):
                return True
        return False


def _lengths(run: int) -> list[int]:
    """The steps by which runs of one stone are lengthened until they have `run` stones."""
    lengths: list[int] = []
    length = 1
    while length < run:
        lengths.append(min(length, run - length))
        length += lengths[-1]
    return lengths


class ConnectFourMoves:
    """The same game by making moves and taking them back. A move is a column, counted from 0.

    The board is a list of stones for each column. A win is looked for along the lines through the last stone.
    """

    def __init__(self, game: ConnectFour) -> None:
        """Set the board up as at the root of `game`."""
        self._game = game
        self._columns: list[list[bool]] = [[] for _ in range(game.width)]  # bottom to top; True for the first player
        self._stones = [0, 0]  # bit boards of the second player and of the first
        self._played = 0
        self._won = False  # set by the last move; no move follows a win
        for written in game.start:
            self.make(COLUMNS.index(written.lower()))

    def moves(self) -> list[int]:
        """The columns with room, in the order of `order`."""
        return [column for column in self._game.order if len(self._columns[column]) < self._game.height]

    def make(self, move: int, /) -> None:
        """Drop a stone of the player to move."""
        player = self.is_max()
        self._won = self._completes(move)
        self._stones[player] ^= self._bit(move)
        self._columns[move].append(player)
        self._played += 1

    def unmake(self, move: int, /) -> None:
        """Remove the top stone of the column."""
        self._played -= 1
        self._columns[move].pop()
        self._stones[self.is_max()] ^= self._bit(move)
        self._won = False

    def is_terminal(self) -> bool:
        """True for a won or full board, and with `foresight` for one that the next stone wins."""
        if self._won or self._played == self._game.width * self._game.height:
            return True
        return self._game.foresight and any(map(self._completes, self.moves()))

    def evaluate(self) -> int:
        """The result for the first player; 0 while the game goes on."""
        if self._won:
            return self._win(of_first=not self.is_max(), stones=self._played)
        if self._game.foresight and any(map(self._completes, self.moves())):
            return self._win(of_first=self.is_max(), stones=self._played + 1)
        return 0

    def is_max(self) -> bool:
        """True if the first player is to move."""
        return self._played % 2 == 0

    def key(self) -> Stones:
        """The stones of the player to move, and all stones."""
        return self._stones[self.is_max()], self._stones[0] | self._stones[1]

    def _bit(self, column: int) -> int:
        """The bit of the lowest free cell of a column."""
        return 1 << column * (self._game.height + 1) + len(self._columns[column])

    def _win(self, *, of_first: bool, stones: int) -> int:
        """The value of a win with `stones` stones on the board."""
        if self._game.weak:
            return 1 if of_first else -1
        cells = self._game.width * self._game.height
        supply, used = (cells + 1, stones + 1) if of_first else (cells, stones)
        left = supply // 2 - used // 2
        return 1 + left if of_first else -1 - left

    def _completes(self, column: int) -> bool:
        """True if a stone of the player to move, dropped there, would complete a run."""
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
