"""A game as one position on which moves are made and taken back, as programs that play present it.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997): make, search, unmake.
"""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from prunecheck.trees.protocol import V_co

M = TypeVar("M")


class Moves(Protocol[M, V_co]):
    """A position that changes: its moves, and the questions of `Tree` about the position as it stands.

    The position after the nth of `moves()` is the nth child of the same position in the game's tree, and answers
    every question as that node does. It starts as the tree's root.
    """

    def moves(self) -> Sequence[M]:
        """The moves, in search order, all at once. Asked of positions that are not terminal only."""

    def make(self, move: M, /) -> None:
        """Make one of `moves()`."""

    def unmake(self, move: M, /) -> None:
        """Take back `move`, the last one made; all is then as it was before."""

    def is_terminal(self) -> bool:
        """True where a search must stop and take `evaluate()`."""

    def evaluate(self) -> V_co:
        """The position's own value for MAX: the result at a terminal one, a static guess elsewhere."""

    def is_max(self) -> bool:
        """True where MAX is to move."""

    def key(self) -> Hashable:
        """Equal to `key` of the same position in the game's tree."""
