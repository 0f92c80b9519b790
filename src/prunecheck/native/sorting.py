"""Compiled counterparts of the views that sort children, needed because Numba's sort is not stable."""

from collections.abc import Callable
from typing import Any

from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.inner import Inner


class Sorted(Inner[N, V_co]):
    """A tree with children sorted best first for the side to move, by static value.

    Children with equal values have the same order as in the tree.
    """

    def children(self, node: N, /) -> list[N]:
        """The children in the wrapped tree, sorted best first."""
        return self._best_first(node)

    def _rank(self, child: N) -> Any:
        return self._tree.evaluate(child)

    def _best_first(self, node: N) -> list[N]:
        """The children, best first, sorted by an insertion sort that makes the same calls to the tree as `sorted`."""
        children = self._tree.children(node)
        is_max = self._tree.is_max(node)
        ranks = []
        best_first = []
        for child in children:
            ranks.append(self._rank(child))
            best_first.append(child)
        for end in range(1, len(ranks)):
            rank = ranks[end]
            child = best_first[end]
            at = end
            while at > 0 and (ranks[at - 1] < rank if is_max else ranks[at - 1] > rank):
                ranks[at] = ranks[at - 1]
                best_first[at] = best_first[at - 1]
                at -= 1
            ranks[at] = rank
            best_first[at] = child
        return best_first


class SortedBy(Sorted[N, V_co]):
    """A tree with children sorted best first for the side to move, by a given rank instead of the static value."""

    def __init__(self, tree: Tree[N, V_co], by: Callable[[N], Any]) -> None:
        """Wrap `tree`. `by` is a Python function; `by(child)` is the rank of a child, from MAX's point of view."""
        super().__init__(tree)
        self._by = by

    def _rank(self, child: N) -> Any:
        return self._by(child)


class SortedHalf(Sorted[N, V_co]):
    """A tree with only the better half of each node's children, rounded up."""

    def children(self, node: N, /) -> list[N]:
        """The first half of the children in the wrapped tree, sorted best first."""
        best_first = self._best_first(node)
        return best_first[: (len(best_first) + 1) // 2]
