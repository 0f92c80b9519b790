"""Which values of a search to a depth are explained, if a position met again may be answered from a deeper search.

A table that holds what a deeper search has found is right to answer with it, and the value is then not that of the tree
cut at the depth. By the *witness criterion* a value is right if some choice explains it: wherever a position stands,
it has been searched to the plies left there, or to more, up to the most that were left at any place where it stood. All
numbers between count: a search that deepens step by step has seen each of them.
"""

from typing import Any, TypeAlias

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.walk import heights

Position: TypeAlias = tuple[Any, bool]


class DeeperEntries:
    """What is known of one tree from search to search: how deep its positions were searched, so which values they have.

    Equal keys are one position, with either player to move as long as it is the same one. For trees with few nodes.
    """

    def __init__(self, tree: Tree[Any, Number]) -> None:
        """`tree` is not cut; nothing of it has been searched so far."""
        self.tree = tree
        self._deepest: dict[Position, int] = {}
        self._known: dict[tuple[Position, int], tuple[Number, Number]] = {}
        self._heights = heights(tree, tree.root)

    def height(self, node: Any) -> int:
        """The plies from a node to the deepest leaf below it."""
        return self._heights[node]

    def searched(self, start: Any, depth: int) -> None:
        """Note that there is a search from the node `start` to so many plies."""
        self._known.clear()
        stack = [(start, min(depth, self._heights[start]))]
        while stack:
            node, left = stack.pop()
            if self._deepest.get(self._position(node), -1) >= left:
                continue  # and so was all below it
            self._deepest[self._position(node)] = left
            if left:
                stack += [(child, min(left - 1, self._heights[child])) for child in self.tree.children(node)]

    def span(self, node: Any, depth: int | None) -> tuple[Number, Number] | None:
        """The least and the greatest value that is explained for a node `depth` plies deep; None where it has none.

        Right searches with a table may come to any value between: with one window at hand they learn that a value
        is above a number, with another, from a deeper search, that it is below. Without `depth`, all that lies below.

        >>> from prunecheck import from_nested
        >>> known = DeeperEntries(from_nested([[3, 5], [2, 9]]))
        >>> known.span(0, None)
        (3, 3)
        """
        try:
            return self._span(node, self._heights[node] if depth is None else depth)
        except TreeError:  # no static value
            return None

    def _position(self, node: Any) -> Position:
        return self.tree.key(node), self.tree.is_max(node)

    def _span(self, node: Any, left: int) -> tuple[Number, Number]:
        """As deep as the tree: recursion is no danger."""
        left = max(0, min(left, self._heights[node]))
        place = self._position(node), left
        if place not in self._known:
            spans = [self._at(node, each) for each in range(left, max(left, self._deepest.get(place[0], 0)) + 1)]
            self._known[place] = min(low for low, _ in spans), max(high for _, high in spans)
        return self._known[place]

    def _at(self, node: Any, left: int) -> tuple[Number, Number]:
        """Of a node searched to just so many plies; below it they may be more."""
        if left == 0 or self.tree.is_terminal(node):
            value = self.tree.evaluate(node)
            return value, value
        below = [self._span(child, left - 1) for child in self.tree.children(node)]
        best = max if self.tree.is_max(node) else min
        return best(low for low, _ in below), best(high for _, high in below)
