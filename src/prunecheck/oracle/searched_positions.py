"""The correct values of depth-limited searches in which a position can occur again below itself.

The code applies the witness criterion from `deeper_entries` to a graph with one node for each position and each number
of plies left. The witness criterion allows a result to come from a table entry for the same position that was searched
at least as deep.
"""

from collections.abc import Callable
from itertools import groupby
from typing import Any, Generic

from prunecheck.oracle.minimax import values
from prunecheck.trees.protocol import N, Number, Tree


class SearchedPositions(Generic[N]):
    """The nodes that have been searched, and the values that a correct search can return for them.

    Only use this class for trees with few nodes. Nodes with equal keys and the same side to move are the same position.
    If a search returns values from the point of view of the side to move, nodes with equal keys and different sides to
    move are also the same position, with opposite values.
    """

    def __init__(
        self, tree: Tree[N, Number], left: Callable[[N], Number], sign: Callable[[N], int] = lambda node: 1
    ) -> None:
        """Start with nothing searched. `left(node)` returns the plies left at a node.

        At each node, the search returns the value from MAX's point of view, multiplied by `sign(node)` (1 or -1).
        """
        self._tree, self._left, self._sign = tree, left, sign
        self._spans: dict[N, tuple[Number, Number]] = {}
        self._exact: dict[N, Number] = {}
        self._by_position: dict[tuple[Any, bool], list[N]] = {}
        self._settled = True

    def searched(self, start: N) -> Number:
        """Record a search that starts at a node, and return the minimax value of that node.

        Raises: TreeError if the tree has a cycle.
        """
        if start not in self._exact:
            self._exact |= values(self._tree, start)
        stack = [start]
        while stack:
            node = stack.pop()
            if node in self._spans:
                continue
            self._settled = False
            self._spans[node] = self._exact[node], self._exact[node]
            largest = self._tree.is_max(node) == (self._sign(node) == 1)
            self._by_position.setdefault((self._tree.key(node), largest), []).append(node)
            if not self._tree.is_terminal(node):
                stack += self._tree.children(node)
        return self._exact[start]

    def span(self, node: N) -> tuple[Number, Number]:
        """The least and the greatest value that a correct search can return for `node`.

        `node` must be a node that has been searched, or a node below a searched node.

        >>> from prunecheck import from_nested
        >>> known = SearchedPositions(from_nested([[3, 5], [2, 9]]), lambda node: 0)
        >>> known.searched(0), known.span(0)
        (3, (3, 3))
        """
        while not self._settled:
            before = dict(self._spans)
            for nodes in self._by_position.values():
                self._widen(nodes)
            self._settled = before == self._spans
        return self._spans[node]

    def _widen(self, nodes: list[N]) -> None:
        """Widen the span of each node by the values of nodes with the same position and at least as many plies left."""
        low, high = [], []
        for _, level in groupby(sorted(nodes, key=self._left, reverse=True), key=self._left):
            same = list(level)
            for node in same:
                least, greatest = self._returned(node, self._at(node))
                low.append(least)
                high.append(greatest)
            for node in same:
                self._spans[node] = self._returned(node, (min(low), max(high)))

    def _returned(self, node: N, span: tuple[Number, Number]) -> tuple[Number, Number]:
        """Convert a span of values at a node from MAX's point of view to the search's point of view, or back."""
        return span if self._sign(node) == 1 else (-span[1], -span[0])

    def _at(self, node: N) -> tuple[Number, Number]:
        """The least and the greatest value of a node that is searched, instead of looked up in a table.

        The values of the children can come from the table.
        """
        if self._tree.is_terminal(node):
            return self._exact[node], self._exact[node]
        below = [self._spans[child] for child in self._tree.children(node)]
        best = max if self._tree.is_max(node) else min
        return best(low for low, _ in below), best(high for _, high in below)
