"""A view of a tree that sorts the children of each node best first for the player to move."""

from collections.abc import Callable, Iterable

from prunecheck.trees.protocol import Comparable, N, Tree, V_co
from prunecheck.trees.views.inner import Inner


class Ordered(Inner[N, V_co]):
    """A tree with the children of MAX nodes in descending order of rank, and those of MIN nodes in ascending order.

    Children of equal rank keep their order.
    """

    def __init__(self, tree: Tree[N, V_co], by: Callable[[N], Comparable]) -> None:
        """Wrap `tree`. `by(child)` returns the rank of a child, from MAX's point of view."""
        super().__init__(tree)
        self._by = by

    @property
    def by(self) -> Callable[[N], Comparable]:
        """The function that returns the rank of a child."""
        return self._by

    def children(self, node: N, /) -> Iterable[N]:
        """The children of the node in the wrapped tree, sorted best first."""
        return sorted(self._tree.children(node), key=self._by, reverse=self._tree.is_max(node))


def ordered(tree: Tree[N, V_co], *, by: Callable[[N], Comparable] | None = None) -> Ordered[N, V_co]:
    """Sort the children of each node best first for the player to move, by static value or by the rank `by(child)`."""
    return Ordered(tree, tree.evaluate if by is None else by)
