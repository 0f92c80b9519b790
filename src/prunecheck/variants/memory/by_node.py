"""A tree that stores bounds on each of its nodes, for one search of any legal tree.

A node determines its subtree, so bounds stored by node are right, whatever the key is. In a transposition table, nodes
with the same key share an entry, so bounds are only right if the key determines the value.
"""

from collections.abc import Callable

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.inner import Inner
from prunecheck.variants.memory.table import NO_MOVE


class ByNode(Inner[N, Number]):
    """A `Memory` without a size limit, which stores bounds but no moves.

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
        """Store bounds on `node`; if there are older bounds, store the tighter bound of each kind."""
        low, high = self.bounds(node)
        self._known[node] = max(low, lower), min(high, upper)


def by_node(form: Callable[..., Number], *guess: Number) -> Search:
    """Turn a form that uses a `Memory`, with values for MAX, into a search; each call has a new, empty memory.

    If the form takes a first guess after the window, it gets `guess`.
    """

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(ByNode(tree), node, alpha, beta, *guess)

    return search
