"""What a search is: the one call that forms, drivers, strangers' programs and the judge agree on."""

from collections.abc import Hashable
from typing import NamedTuple, Protocol

from prunecheck.trees.protocol import N, Number, Tree


class Entry(NamedTuple):
    """What a search's table says of a node: its value for MAX, `depth` plies deep, is from `lower` to `upper`.

    Without `depth` it is the value of all that lies below. `move` is the place, from 0, of the best child, if known.
    """

    node: Hashable
    lower: Number
    upper: Number
    depth: int | None = None
    move: int | None = None


class Choice(NamedTuple):
    """The answer of a search that chooses: the value found for MAX, and the place, from 0, of the child to move to.

    `move` is None where no move was chosen, as at a leaf. `line`, of searches that tell one, is the principal
    variation: the places of the moves from the root to a leaf. `table`, of searches that show it, is what they keep.
    """

    value: Number
    move: int | None
    line: tuple[int, ...] | None = None
    table: tuple[Entry, ...] | None = None


class AnySearch(Protocol):
    """Any search, called from MAX's viewpoint: both bounds, exclusive, and the value found are MAX's."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The value found for `node` in the window (alpha, beta), alone or with a move."""


class Search(AnySearch, Protocol):
    """A search that returns the value alone."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value found for `node` in the window (alpha, beta)."""


def value_of(answer: Number | Choice) -> Number:
    """The value that any search has found, whether it chose a move or not."""
    return answer.value if isinstance(answer, Choice) else answer
