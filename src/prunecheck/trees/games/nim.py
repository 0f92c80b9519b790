"""Nim: heaps of stones. Bouton's theorem says who wins, so the value of every position is known without a search.

Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901-1902).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from typing import TypeAlias

from prunecheck.errors import TreeError

Heaps: TypeAlias = tuple[int, ...]  # the stones in each heap; an empty heap keeps its place
Position: TypeAlias = tuple[Heaps, bool]  # the heaps, and whether MAX is to move
Taking: TypeAlias = tuple[int, int]  # (index of the heap from 0, number of stones)


def bouton(heaps: Sequence[int], *, misere: bool = False) -> bool:
    """True if the player to move wins, by Bouton's theorem, without a search.

    The player to move loses if the exclusive or (XOR) of all heaps is 0. This rule also holds in misere play if some
    heap has more than one stone. In misere play without a heap of more than one stone, the player to move loses if the
    number of nonempty heaps is odd.

    >>> bouton([1, 2, 3]), bouton([1, 2, 4]), bouton([1, 1], misere=True)
    (False, True, True)
    """
    if misere and max(heaps, default=0) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps, 0) != 0


def with_heap(heaps: Heaps, nth: int, left: int) -> Heaps:
    """Copy the heaps, with `left` stones in heap `nth`.

    This code is in a function of its own because the compiler of native code replaces the function.

    >>> with_heap((2, 4, 1), 1, 3)
    (2, 3, 1)
    """
    return (*heaps[:nth], left, *heaps[nth + 1 :])


class Nim:
    """Nim: players take turns to take one or more stones from one heap; MAX moves first.

    Whoever takes the last stone wins or, if `misere` is True, loses. Values are 1 if MAX wins and -1 if MIN wins. A
    node contains the heaps, in the order of `heaps` and never sorted, and the player to move. Children are in this
    order: heaps from left to right, and for each heap one stone first, then two, up to all stones.
    Raises: TreeError if a heap has a negative number of stones.
    """

    __slots__ = ("_heaps", "_misere")

    def __init__(self, heaps: Sequence[int], *, misere: bool = False) -> None:
        """Set the starting heaps, and whether the last stone wins or loses."""
        if min(heaps, default=0) < 0:
            raise TreeError(f"heaps is {list(heaps)}; give each heap 0 stones or more")
        self._heaps = tuple(heaps)
        self._misere = misere

    @property
    def root(self) -> Position:
        """The starting heaps, with MAX to move."""
        return self._heaps, True

    def children(self, node: Position, /) -> Iterator[Position]:
        """The heaps after each move, with the other player to move."""
        heaps, max_moves = node
        for nth, heap in enumerate(heaps):
            for left in range(heap - 1, -1, -1):
                yield with_heap(heaps, nth, left), not max_moves

    def is_terminal(self, node: Position, /) -> bool:
        """True when all stones are taken."""
        return sum(node[0]) == 0

    def evaluate(self, node: Position, /) -> int:
        """The result for MAX; 0 while stones are left."""
        heaps, max_moves = node
        if sum(heaps):
            return 0
        return 1 if max_moves == self._misere else -1  # the side to move has lost, or won in misere play

    def is_max(self, node: Position, /) -> bool:
        """True if MAX is to move."""
        return node[1]

    def key(self, node: Position, /) -> Heaps:
        """The heaps, without the side to move."""
        return node[0]

    def move(self, node: Position, child: Position, /) -> Taking:
        """The heap, counted from 0, and the number of stones taken on the move from `node` to `child`."""
        return next(
            (nth, heap - left) for nth, (heap, left) in enumerate(zip(node[0], child[0], strict=True)) if heap != left
        )


class NimMoves:
    """Nim as one mutable position, on which moves are made and taken back.

    A move is a heap and the number of stones taken.
    """

    def __init__(self, game: Nim) -> None:
        """Start at the root of `game`."""
        self._game = game
        heaps, self._max_moves = game.root
        self._heaps = list(heaps)

    def moves(self) -> list[Taking]:
        """All moves: heaps from left to right, and for each heap one stone first, then two, and so on."""
        return [(nth, taken) for nth, heap in enumerate(self._heaps) for taken in range(1, heap + 1)]

    def make(self, move: Taking, /) -> None:
        """Take the stones of `move` from their heap."""
        nth, taken = move
        self._heaps[nth] -= taken
        self._max_moves = not self._max_moves

    def unmake(self, move: Taking, /) -> None:
        """Put the stones of `move` back on their heap."""
        nth, taken = move
        self._heaps[nth] += taken
        self._max_moves = not self._max_moves

    def is_terminal(self) -> bool:
        """True when all stones are taken."""
        return not any(self._heaps)

    def evaluate(self) -> int:
        """The result for MAX; 0 while stones are left."""
        return self._game.evaluate((tuple(self._heaps), self._max_moves))

    def is_max(self) -> bool:
        """True if MAX is to move."""
        return self._max_moves

    def key(self) -> Heaps:
        """The heaps, without the side to move."""
        return tuple(self._heaps)
