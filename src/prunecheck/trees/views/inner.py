"""The base class of most views (trees that wrap another tree): it passes every call on to the wrapped tree."""

from collections.abc import Hashable, Iterable
from typing import Generic

from prunecheck.trees.protocol import N, Tree, V_co


class Inner(Generic[N, V_co]):
    """A view with the same nodes and methods as the wrapped tree. Subclasses change some of the methods."""

    __slots__ = ("_tree",)

    def __init__(self, tree: Tree[N, V_co]) -> None:
        """Store the wrapped tree."""
        self._tree = tree

    @property
    def inner(self) -> Tree[N, V_co]:
        """The tree that this view wraps."""
        return self._tree

    @property
    def root(self) -> N:
        """The root of the wrapped tree."""
        return self._tree.root

    def children(self, node: N, /) -> Iterable[N]:
        """Return what the wrapped tree returns."""
        return self._tree.children(node)

    def is_terminal(self, node: N, /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_terminal(node)

    def evaluate(self, node: N, /) -> V_co:
        """Return what the wrapped tree returns."""
        return self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_max(node)

    def key(self, node: N, /) -> Hashable:
        """Return what the wrapped tree returns."""
        return self._tree.key(node)


class OwnNodes:
    """A view whose nodes differ from those of the wrapped tree.

    If the wrapped tree is a `Cut`, nodes of the view hide how many plies are left.
    """
