"""A game as one mutable position, on which moves are made and taken back, as in most game-playing programs.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997): make, search, unmake.
"""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from prunecheck.trees.protocol import V_co

M = TypeVar("M")


class Moves(Protocol[M, V_co]):
    """A mutable position with the methods `make` and `unmake`, and the methods of `Tree` for the current position.

    Move number n of `moves()` leads to the position of child number n in the game's tree. `is_terminal`, `evaluate`,
    `is_max` and `key` return what the tree's methods with these names return for the current node. The position starts
    at the tree's root.
    """

    def moves(self) -> Sequence[M]:
        """All moves, in search order. Searches only call this method at positions that are not terminal."""

    def make(self, move: M, /) -> None:
        """Make a move, which must be one of those that `moves()` returns."""

    def unmake(self, move: M, /) -> None:
        """Take back `move`, the last move made, so that the position is as before that move."""

    def is_terminal(self) -> bool:
        """True if a search must stop here and take the value of `evaluate()`."""

    def evaluate(self) -> V_co:
        """The value of the position for MAX: the result if the position is terminal, otherwise a static value."""

    def is_max(self) -> bool:
        """True if MAX is to move."""

    def key(self) -> Hashable:
        """The key of the current position, which equals the position's key in the game's tree."""
