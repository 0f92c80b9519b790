"""Kalah on a board of any size: a player may move several times in a row, so the players do not alternate.

Source: the rules of G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000), with
`empty_capture`. Today, rules without `empty_capture` are more common.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from prunecheck.errors import TreeError

Position: TypeAlias = tuple[int, ...]  # MAX's pits and store, MIN's pits and store, and the side to move

MAX: Final = 0
MIN: Final = 1


def sow(ring: list[int], start: int, mover: int, empty_capture: bool) -> int:
    """Sow the stones of one pit, at index `start` of `ring`, by changing `ring`. Return who moves next.

    `ring` lists, counter-clockwise, MAX's pits and store, then MIN's pits and store. The pit at `start` must belong to
    `mover`, and must not be empty.
    """
    side = len(ring) // 2
    own, other = mover * side, (1 - mover) * side  # index of the first pit of each player
    skipped = other + side - 1
    stones = ring[start]
    ring[start] = 0
    at = start
    while stones:
        at = at + 1 if at + 1 < len(ring) else 0
        if at != skipped:
            ring[at] += 1
            stones -= 1
    store = own + side - 1
    if own <= at < store and ring[at] == 1:
        facing = 2 * (side - 1) - at
        if ring[facing] or empty_capture:
            ring[store] += 1 + ring[facing]
            ring[at] = ring[facing] = 0
    if not any(ring[: side - 1]) or not any(ring[side:-1]):
        for pit in range(side - 1):
            ring[side - 1] += ring[pit]
            ring[-1] += ring[side + pit]
            ring[pit] = ring[side + pit] = 0
    return mover if at == store else 1 - mover


class Kalah:
    """Kalah with `pits` pits on each side, `stones` stones in each pit, and a store for each player; MAX moves first.

    - A move takes all stones from one of the player's pits and sows them counter-clockwise, one each into the pits
      towards the player's own store, that store, the opponent's pits, and so on. The opponent's store is skipped.
    - If the last stone falls in the player's own store, the same player moves again.
    - If the last stone falls in one of the player's own pits that was empty (the pit just emptied counts), and the
      opposite pit is not empty, the last stone and the stones opposite go to the player's store. With `empty_capture`,
      a last stone in an empty pit of the player's own goes to the store even if the opposite pit is empty.
    - When all pits of one player are empty after a move, the game is over. The stones in the opponent's pits then go to
      the opponent's store.

    The value of any node is the number of stones in MAX's store minus the number in MIN's store. The children are in
    the order of the pits of the side to move, the farthest from the store first. No position occurs twice in a game:
    every move puts a stone in a store or moves stones closer to it. Raises: TreeError if the number of pits or stones
    is below 1.
    """

    def __init__(self, pits: int = 6, stones: int = 4, *, empty_capture: bool = False) -> None:
        """Set the size of the board and the capture rule."""
        for name, count in (("pits", pits), ("stones", stones)):
            if count < 1:
                raise TreeError(f"{name} is {count}; give 1 or more")
        self.pits = pits
        self.stones = stones
        self.empty_capture = empty_capture

    @property
    def root(self) -> Position:
        """All stones in the pits, MAX to move."""
        side = (self.stones,) * self.pits
        return (*side, 0, *side, 0, MAX)

    def children(self, node: Position, /) -> Iterator[Position]:
        """The positions after each move. After some moves, the same player moves again."""
        mover = node[-1]
        first = mover * (self.pits + 1)
        for pit in range(first, first + self.pits):
            if node[pit]:
                ring = list(node[:-1])
                following = sow(ring, pit, mover, self.empty_capture)
                yield (*ring, following)

    def is_terminal(self, node: Position, /) -> bool:
        """True when all stones are in the stores."""
        return not any(node[: self.pits])  # then MIN's side is empty as well

    def evaluate(self, node: Position, /) -> int:
        """MAX's store minus MIN's: the result if the game is over, otherwise a static value."""
        return node[self.pits] - node[-2]

    def is_max(self, node: Position, /) -> bool:
        """True if MAX is to move."""
        return node[-1] == MAX

    def key(self, node: Position, /) -> Position:
        """The stones in all pits and stores, without the side to move."""
        return node[:-1]

    def move(self, node: Position, child: Position, /) -> int:
        """The pit whose stones the move from `node` to `child` sows; pit 0 is the farthest from its owner's store."""
        first = node[-1] * (self.pits + 1)
        pits = [pit for pit in range(self.pits) if node[first + pit]]
        return pits[list(self.children(node)).index(child)]


class KalahMoves:
    """Kalah as one mutable position, on which moves are made and taken back.

    A move is one of the player's pits; pit 0 is the farthest from the store.

    The board has a row for each player, with the numbers of stones in the pits and in the store. Each move is stored
    with its changes, so that `unmake` can undo them.
    """

    def __init__(self, game: Kalah) -> None:
        """Start at the root of `game`."""
        self._pits = game.pits
        self._empty_capture = game.empty_capture
        self._rows = [[game.stones] * game.pits + [0] for _ in (MAX, MIN)]
        self._mover = MAX
        # (side to move, [(changed row, place, stones added)])
        self._notes: list[tuple[int, list[tuple[int, int, int]]]] = []

    def moves(self) -> list[int]:
        """The pits of the side to move that hold stones."""
        return [pit for pit, stones in enumerate(self._rows[self._mover][: self._pits]) if stones]

    def make(self, move: int, /) -> None:
        """Sow the stones of the pit `move`."""
        mover, hand = self._mover, self._rows[self._mover][move]
        self._notes.append((mover, []))
        self._add(mover, move, -hand)
        row, place = mover, move
        for _ in range(hand):
            place += 1
            if place > (self._pits if row == mover else self._pits - 1):
                row, place = 1 - row, 0
            self._add(row, place, 1)
        if row == mover and place < self._pits and self._rows[row][place] == 1:
            self._capture(mover, place)
        if not all(any(side[: self._pits]) for side in self._rows):
            for owner in (MAX, MIN):
                for pit in range(self._pits):
                    self._store(owner, owner, pit)
        if (row, place) != (mover, self._pits):
            self._mover = 1 - mover

    def unmake(self, move: int, /) -> None:
        """Put all stones that were moved back where they were before the move."""
        self._mover, notes = self._notes.pop()
        for row, place, stones in notes:
            self._rows[row][place] -= stones

    def is_terminal(self) -> bool:
        """True when all stones are in the stores."""
        return not any(any(row[: self._pits]) for row in self._rows)

    def evaluate(self) -> int:
        """The stones in MAX's store minus the stones in MIN's store."""
        return self._rows[MAX][self._pits] - self._rows[MIN][self._pits]

    def is_max(self) -> bool:
        """True if MAX is to move."""
        return self._mover == MAX

    def key(self) -> Position:
        """The stones in all pits and stores."""
        return (*self._rows[MAX], *self._rows[MIN])

    def _add(self, row: int, place: int, stones: int) -> None:
        self._rows[row][place] += stones
        self._notes[-1][1].append((row, place, stones))

    def _store(self, owner: int, row: int, pit: int) -> None:
        """Move all stones of a pit into the store of `owner`."""
        stones = self._rows[row][pit]
        self._add(row, pit, -stones)
        self._add(owner, self._pits, stones)

    def _capture(self, mover: int, pit: int) -> None:
        facing = self._pits - 1 - pit
        if self._rows[1 - mover][facing] or self._empty_capture:
            self._store(mover, mover, pit)
            self._store(mover, 1 - mover, facing)
