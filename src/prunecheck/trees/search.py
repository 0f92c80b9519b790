"""What a search is: the one call that forms, drivers, strangers' programs and the judge agree on."""

from typing import NamedTuple, Protocol, TypeAlias

from prunecheck.trees.protocol import N, Number, Tree


class Search(Protocol):
    """Any search, called from MAX's viewpoint: both bounds, exclusive, and the result are MAX's."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value found for `node` in the window (alpha, beta)."""


class Choice(NamedTuple):
    """The answer of a search that chooses: the value found for MAX, and the place, from 0, of the child to move to.

    `move` is None where no move was chosen, as at a leaf. `line`, of searches that tell one, is the principal
    variation: the places of the moves from the root to a leaf.
    """

    value: Number
    move: int | None
    line: tuple[int, ...] | None = None


class Chooser(Protocol):
    """A search that also chooses a move at the node it starts from."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        """The value found for `node` in the window (alpha, beta), and the move that has it."""


AnySearch: TypeAlias = Search | Chooser


def value_of(answer: Number | Choice) -> Number:
    """The value that any search has found, whether it chose a move or not."""
    return answer.value if isinstance(answer, Choice) else answer
