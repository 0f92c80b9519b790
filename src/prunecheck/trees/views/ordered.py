"""A tree whose children come best first for the player to move."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic

from prunecheck.trees.protocol import Comparable, N, Tree, V_co


class Ordered(Generic[N, V_co]):
    """Children by descending rank at MAX nodes, ascending at MIN nodes; equal ones keep the tree's order."""

    def __init__(self, tree: Tree[N, V_co], by: Callable[[N], Comparable]) -> None:
        """`by(child)` is the rank, from MAX's viewpoint."""
        self._tree = tree
        self._by = by

    @property
    def root(self) -> N:
        """The inner root."""
        return self._tree.root

    def children(self, node: N, /) -> Iterable[N]:
        """The inner children, sorted."""
        return sorted(self._tree.children(node), key=self._by, reverse=self._tree.is_max(node))

    def is_terminal(self, node: N, /) -> bool:
        """As the inner tree."""
        return self._tree.is_terminal(node)

    def evaluate(self, node: N, /) -> V_co:
        """As the inner tree."""
        return self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """As the inner tree."""
        return self._tree.is_max(node)

    def key(self, node: N, /) -> Hashable:
        """As the inner tree."""
        return self._tree.key(node)


def ordered(tree: Tree[N, V_co], *, by: Callable[[N], Comparable] | None = None) -> Ordered[N, V_co]:
    """`tree` with the children of each node sorted best first for its player, by `by` or else by static value."""
    return Ordered(tree, tree.evaluate if by is None else by)
