"""The subtree below a node: a view of a tree with the same nodes, but with another root."""

from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.inner import Inner


class Below(Inner[N, V_co]):
    """The subtree of `tree` whose root is `node`.

    >>> from prunecheck import from_nested
    >>> tree = from_nested([[3, 5], [2, 9]])
    >>> Below(tree, 2).root
    2
    """

    def __init__(self, tree: Tree[N, V_co], node: N) -> None:
        """Take the subtree of `tree` whose root is `node`."""
        super().__init__(tree)
        self._node = node

    @property
    def root(self) -> N:
        """The root of the subtree."""
        return self._node
