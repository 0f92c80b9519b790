"""Types for searches, and for what searches return."""

from collections.abc import Hashable
from typing import NamedTuple, Protocol

from prunecheck.trees.protocol import N, Number, Tree


class Entry(NamedTuple):
    """A transposition table entry: bounds on a node's value for MAX, searched `depth` plies deep.

    The bounds `lower` and `upper` are inclusive. If `depth` is None, the whole subtree was searched. `move` is the
    index, from 0, of the best child, if known.
    """

    node: Hashable
    lower: Number
    upper: Number
    depth: int | None = None
    move: int | None = None


class Choice(NamedTuple):
    """The result of a search that chooses a move: the value for MAX, and the index, from 0, of the chosen child.

    `move` is None if no move was chosen, for example at a leaf. `line`, if the search returns one, is the principal
    variation: child indices from the root to a leaf. `table` contains the entries of the transposition table, if the
    search exposes them.
    """

    value: Number
    move: int | None
    line: tuple[int, ...] | None = None
    table: tuple[Entry, ...] | None = None


class UnknownChoice(Choice):
    """A choice of a move that cannot be judged, because it is unknown to which child the move leads.

    `move` is always None.
    """


class AnySearch(Protocol):
    """Any search. The returned value, alpha and beta are from MAX's point of view; alpha and beta are exclusive."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The value of `node`, searched in the window (alpha, beta), with or without a chosen move."""


class Search(AnySearch, Protocol):
    """A search that returns a value without a chosen move."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value of `node`, searched in the window (alpha, beta)."""


def value_of(answer: Number | Choice) -> Number:
    """Extract the value from the result of a search, which is a value, or a value with a move."""
    return answer.value if isinstance(answer, Choice) else answer
