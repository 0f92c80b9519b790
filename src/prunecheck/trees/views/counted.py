"""A tree that counts the calls to its methods, but does not log them one by one."""

from collections.abc import Hashable, Iterable

from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.inner import Inner


class Counted(Inner[N, V_co]):
    """A tree that wraps another tree, and counts the calls to each method.

    `visits` counts the calls of `is_terminal`; a search makes one such call for each visit of a node. `leaves` counts
    the calls of `is_terminal` that returned True. `expansions`, `evaluations`, `turns` and `keys` count the calls of
    `children`, `evaluate`, `is_max` and `key`.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog.families import variant
    >>> from prunecheck.trees.protocol import INF
    >>> tree = counted(from_nested([[3, 5], [2, 9]]))
    >>> variant("fail_soft").search(tree, tree.root, -INF, INF)
    3
    >>> tree.visits, tree.leaves, tree.expansions
    (6, 3, 3)
    """

    def __init__(self, tree: Tree[N, V_co]) -> None:
        """Start all counters at 0."""
        super().__init__(tree)
        self.visits = 0
        self.leaves = 0
        self.expansions = 0
        self.evaluations = 0
        self.turns = 0
        self.keys = 0

    def children(self, node: N, /) -> Iterable[N]:
        """Return the children in the wrapped tree, and count an expansion."""
        self.expansions += 1
        return self._tree.children(node)

    def is_terminal(self, node: N, /) -> bool:
        """True if the node is terminal in the wrapped tree. Count a visit and, if the node is terminal, also a leaf."""
        self.visits += 1
        terminal = self._tree.is_terminal(node)
        if terminal:
            self.leaves += 1
        return terminal

    def evaluate(self, node: N, /) -> V_co:
        """Return the value in the wrapped tree, and count an evaluation of a leaf or of an interior node."""
        self.evaluations += 1
        return self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """Return what the wrapped tree returns, and count the call."""
        self.turns += 1
        return self._tree.is_max(node)

    def key(self, node: N, /) -> Hashable:
        """Return what the wrapped tree returns, and count the call."""
        self.keys += 1
        return self._tree.key(node)


def counted(tree: Tree[N, V_co]) -> Counted[N, V_co]:
    """Wrap `tree` in a view that counts all calls to its methods, starting at 0."""
    return Counted(tree)
