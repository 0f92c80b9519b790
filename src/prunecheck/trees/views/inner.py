"""The base class of most views: it passes every call on to the inner tree."""

from collections.abc import Hashable, Iterable
from typing import Generic

from prunecheck.trees.protocol import N, Tree, V_co


class Inner(Generic[N, V_co]):
    """A view with the inner tree's nodes and methods; subclasses change some of the methods."""

    __slots__ = ("_tree",)

    def __init__(self, tree: Tree[N, V_co]) -> None:
        """Store the inner tree."""
        self._tree = tree

    @property
    def inner(self) -> Tree[N, V_co]:
        """The tree that this view changes."""
        return self._tree

    @property
    def root(self) -> N:
        """The root of the inner tree."""
        return self._tree.root

    def children(self, node: N, /) -> Iterable[N]:
        """Return the same as the inner tree."""
        return self._tree.children(node)

    def is_terminal(self, node: N, /) -> bool:
        """Return the same as the inner tree."""
        return self._tree.is_terminal(node)

    def evaluate(self, node: N, /) -> V_co:
        """Return the same as the inner tree."""
        return self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """Return the same as the inner tree."""
        return self._tree.is_max(node)

    def key(self, node: N, /) -> Hashable:
        """Return the same as the inner tree."""
        return self._tree.key(node)


class OwnNodes:
    """A view with its own kind of nodes. If this view wraps a `Cut`, its nodes do not show the plies left."""
