"""A tree that stores bounds by node, not by the key of the position, so that the bounds are always right.

A node determines its subtree, so bounds stored by node are right, whatever key the node has. In a transposition table,
nodes with the same key share an entry, so bounds are only right if the key determines the value.
"""

from collections.abc import Callable

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.inner import Inner
from prunecheck.variants.memory.table import NO_MOVE


class ByNode(Inner[N, Number]):
    """A tree that stores bounds on the values of its nodes, but no best moves; it has all methods of a `Memory`.

    >>> from prunecheck import from_nested
    >>> tree = ByNode(from_nested([3, 5]))
    >>> tree.remember(tree.root, 3, INF, NO_MOVE)
    >>> tree.remember(tree.root, -INF, 5, NO_MOVE)
    >>> tree.bounds(tree.root)
    (3, 5)
    """

    __slots__ = ("_known",)

    def __init__(self, tree: Tree[N, Number]) -> None:
        """Start with no bounds."""
        super().__init__(tree)
        self._known: dict[N, tuple[Number, Number]] = {}

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """The known bounds on the value of `node`; (-inf, inf) if none are known."""
        return self._known.get(node, (-INF, INF))

    def move(self, node: N, /) -> int:
        """Always -1: no move is known."""
        return NO_MOVE

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store bounds on `node`.

        If bounds on `node` are already stored, the greater of the two lower bounds and the smaller of the two upper
        bounds are stored.
        """
        low, high = self.bounds(node)
        self._known[node] = max(low, lower), min(high, upper)


def by_node(form: Callable[..., Number], *guess: Number) -> Search:
    """Turn a function that stores bounds in its tree into a search. Each search starts without stored bounds.

    If the function also takes a guess of the value, after the window, `guess` is passed to the function.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(ByNode(tree), node, alpha, beta, *guess)

    return search
