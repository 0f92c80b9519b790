"""A tree cut at a depth limit, in which nodes at the limit are leaves, as for a depth-limited search."""

from collections.abc import Hashable, Iterable
from typing import Any, Generic, Protocol, Self, TypeVar, overload

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.beside import beside


class Limitable(Protocol):
    """A tree that can limit its own depth, without a `Cut` around it, because each node contains its ply."""

    def limited_to(self, depth: int, /) -> Self:
        """The same tree with a depth limit: nodes `depth` plies below the root are terminal."""


L = TypeVar("L", bound=Limitable)


class Cut(Generic[N, V_co]):
    """A tree with a depth limit.

    A node is a pair: a node of the wrapped tree, and the number of plies left. A node with 0 plies left is terminal.

    The key of a position does not depend on the plies left: it is the position's key in the wrapped tree.
    """

    __slots__ = ("_depth", "_tree")

    def __init__(self, tree: Tree[N, V_co], depth: int) -> None:
        """Cut `tree` at `depth` plies below the root."""
        _check_depth(depth)
        self._tree = tree
        self._depth = depth

    @property
    def inner(self) -> Tree[N, V_co]:
        """The tree without the depth limit."""
        return self._tree

    @property
    def root(self) -> tuple[N, int]:
        """The root of the wrapped tree, with all plies left."""
        return self._tree.root, self._depth

    def children(self, node: tuple[N, int], /) -> Iterable[tuple[N, int]]:
        """The children in the wrapped tree, each paired with the plies left there: one fewer than at `node`."""
        inner, left = node
        return beside(self._tree.children(inner), left - 1)

    def is_terminal(self, node: tuple[N, int], /) -> bool:
        """True at the depth limit, and for nodes that are terminal in the wrapped tree."""
        return not node[1] or self._tree.is_terminal(node[0])

    def evaluate(self, node: tuple[N, int], /) -> V_co:
        """The value of the node in the wrapped tree. At the depth limit, this is a static value."""
        return self._tree.evaluate(node[0])

    def is_max(self, node: tuple[N, int], /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_max(node[0])

    def key(self, node: tuple[N, int], /) -> Hashable:
        """The key of the node in the wrapped tree, which does not depend on the plies left."""
        return self._tree.key(node[0])


def _check_depth(depth: int) -> None:
    if depth < 0:
        raise TreeError(f"a tree cannot be cut at depth {depth}; use 0 or more")


@overload
def cut(tree: L, depth: int) -> L: ...
@overload
def cut(tree: Tree[N, V_co], depth: int) -> Cut[N, V_co]: ...
def cut(tree: Any, depth: int) -> Any:
    """The tree of a search to `depth` plies: nodes at that depth are leaves with their static value.

    For most trees, the result is a `Cut`, whose nodes are pairs of a node and the plies left. If the tree has a method
    `limited_to`, this method is called instead. The nodes of a tree made by `limited_to` are not pairs, which makes
    searches a fifth faster.
    Raises: TreeError if the depth is negative.
    """
    if callable(getattr(type(tree), "limited_to", None)):
        _check_depth(depth)
        return tree.limited_to(depth)
    return Cut(tree, depth)
