"""What a search is: the one call that forms, drivers, strangers' programs and the judge agree on."""

from typing import Protocol

from prunecheck.trees.protocol import N, Number, Tree


class Search(Protocol):
    """Any search, called from MAX's viewpoint: both bounds, exclusive, and the result are MAX's."""

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value found for `node` in the window (alpha, beta)."""
