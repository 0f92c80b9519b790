"""The correct values of a depth-limited search that may use table entries from deeper searches.

If a transposition table contains the result of a deeper search, the returned value can differ from the value of the
tree cut at the depth limit. The *witness criterion* accepts a value if a correct search can return it with the help of
stored results. At a node with n plies left, the search may have used a stored result of any depth from n to m, where m
is the greatest number of plies left at any node with the same position. Because iterative deepening searches to every
depth in turn, the table can contain results of all depths, not only of the greatest.
"""

from typing import Any, TypeAlias

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.walk import heights

Position: TypeAlias = tuple[Any, bool]


class DeeperEntries:
    """The depths to which positions were searched, and the values that a search can return because of deeper entries.

    Nodes with equal keys and the same side to move are the same position. Only use this class for trees with few nodes.
    """

    def __init__(self, tree: Tree[Any, Number]) -> None:
        """Start with a tree without a depth limit, in which nothing has been searched."""
        self.tree = tree
        self._deepest: dict[Position, int] = {}
        self._known: dict[tuple[Position, int], tuple[Number, Number]] = {}
        self._heights = heights(tree, tree.root)

    def height(self, node: Any) -> int:
        """The number of plies from `node` to the deepest leaf below it."""
        return self._heights[node]

    def searched(self, start: Any, depth: int) -> None:
        """Record a search from the node `start`, `depth` plies deep."""
        self._known.clear()
        stack = [(start, min(depth, self._heights[start]))]
        while stack:
            node, left = stack.pop()
            if self._deepest.get(self._position(node), -1) >= left:
                continue  # all nodes below have already been searched to this depth
            self._deepest[self._position(node)] = left
            if left:
                stack += [(child, min(left - 1, self._heights[child])) for child in self.tree.children(node)]

    def span(self, node: Any, depth: int | None) -> tuple[Number, Number] | None:
        """The least and the greatest value that a search of `node` can return.

        Returns None if a static value is missing.

        The search is `depth` plies deep or, if `depth` is None, searches the whole subtree of `node`. Any value from
        the least to the greatest is correct: a search with a transposition table can get its lower bound from one
        search, and its upper bound from a deeper entry that was stored by another search.

        >>> from prunecheck import from_nested
        >>> known = DeeperEntries(from_nested([[3, 5], [2, 9]]))
        >>> known.span(0, None)
        (3, 3)
        """
        try:
            return self._span(node, self._heights[node] if depth is None else depth)
        except TreeError:  # the node has no static value
            return None

    def _position(self, node: Any) -> Position:
        return self.tree.key(node), self.tree.is_max(node)

    def _span(self, node: Any, left: int) -> tuple[Number, Number]:
        """The least and the greatest correct value of a node, from searches at least `left` plies deep.

        This function is recursive, since the trees are not deep.
        """
        left = max(0, min(left, self._heights[node]))
        place = self._position(node), left
        if place not in self._known:
            spans = [self._at(node, plies) for plies in range(left, max(left, self._deepest.get(place[0], 0)) + 1)]
            self._known[place] = min(low for low, _ in spans), max(high for _, high in spans)
        return self._known[place]

    def _at(self, node: Any, left: int) -> tuple[Number, Number]:
        """The least and the greatest correct value of a node, from a search exactly `left` plies deep.

        In a search exactly `left` plies deep, nodes below `node` can get their values from table entries of deeper
        searches.
        """
        if left == 0 or self.tree.is_terminal(node):
            value = self.tree.evaluate(node)
            return value, value
        below = [self._span(child, left - 1) for child in self.tree.children(node)]
        best = max if self.tree.is_max(node) else min
        return best(low for low, _ in below), best(high for _, high in below)
