"""A small tree in arrays. To test all orders of leaf values, the leaves get new values again and again.

Compiled code can use the tree, too. Besides the methods of a tree, the class has methods that compute correct results:
the minimax value, and the leaves that a search must evaluate according to the path-bound law. Tests compare the correct
results with the results of `prunecheck.oracle`, which uses no arrays.
"""

from array import array
from collections.abc import Iterable
from typing import Final

from prunecheck.exhaustive.orders import BOTTOM, STEP, TOP
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

BOUND: Final = 2**63 - 1  # `INF` in compiled forms
# the evaluated leaves are the digits of a number in this base, which exceeds the number of leaves
DIGIT: Final = 16
HALF: Final = 2**16  # exceeds the number of nodes, so that two node numbers fit into one integer
VISITS, STRICT, SHALLOW, EVERY, WITHIN = 1, 2, 4, 8, 16


def constant(column: Iterable[int]) -> "memoryview[int]":
    """Make an array read-only, so that compiled code reads it from memory less often."""
    return memoryview(array("q", column)).toreadonly()


class SmallTree:
    """A small tree. Nodes are numbered level by level, so that the children of a node have consecutive numbers."""

    def __init__(self, tree: ExplicitTree[Number], orders: "array[int]", *, signed: bool, as_set: bool = True) -> None:
        """Build a tree with the shape of `tree`.

        `orders` contains the leaf values as codes (small integers), one order after another. If `as_set` is True,
        evaluated leaves are also added to the set `seen`.
        """
        level_order = [tree.root]
        ends: list[int] = []
        for node in level_order:  # `level_order` grows during the loop
            first = len(level_order)
            level_order += tree.children(node)
            ends.append(0 if tree.is_terminal(node) else first + len(level_order) * HALF)
        place = {node: nth for nth, node in enumerate(level_order)}
        leaves = [place[node] for node in range(len(tree)) if tree.is_terminal(node)]  # from left to right
        self.ends = constant(ends)  # first child + HALF * end of the children's range; 0 for a leaf
        self.players = constant(map(tree.is_max, level_order))
        self.digit = constant(leaves.index(nth) + 1 if nth in leaves else 0 for nth in range(len(level_order)))
        self.leaf_nodes = constant(leaves)
        self.nodes, self.leaves, self.signed, self.as_set = len(level_order), len(leaves), int(signed), as_set
        self.orders = memoryview(orders).toreadonly()
        self.truth, self.low, self.high = (array("q", [0] * self.nodes) for _ in range(3))
        self.own, self.at_root, self.crossed = (array("q", [0] * self.nodes) for _ in range(3))
        self.digits, self.above, self.below = (array("q", [0] * self.leaves) for _ in range(3))
        self.wanted = 0  # the number of entries in `digits`, `above` and `below`
        self.read = 0  # the leaves evaluated so far, in order
        self.seen = 0  # the same leaves as a set of bits
        self.infinite = 0

    @property
    def root(self) -> int:
        """Node 0."""
        return 0

    def children(self, node: int, /) -> range:
        """The child nodes, left to right."""
        ends = self.ends[node]
        return range(ends % HALF, ends // HALF)

    def is_terminal(self, node: int, /) -> bool:
        """True for a leaf."""
        return self.ends[node] == 0

    def is_max(self, node: int, /) -> bool:
        """True if MAX is to move."""
        return self.players[node] != 0

    def evaluate(self, node: int, /) -> int:
        """Return a leaf's value from MAX's point of view.

        The digit of the leaf is appended to the number in the attribute `read`. If `as_set` is True, the leaf is also
        added to the attribute `seen`, a set of bits.
        """
        self.read = self.read * DIGIT + self.digit[node]
        if self.as_set:
            self.seen |= 1 << self.digit[node]
        return self.truth[node]

    def key(self, node: int, /) -> int:
        """The node itself, since no position occurs twice."""
        return node

    def fill(self, nth: int) -> int:
        """Give the leaves the values in row `nth` of `orders`, and return the number of different finite values."""
        highest = -1
        self.infinite = 0
        for leaf in range(self.leaves):
            code = self.orders[nth * self.leaves + leaf]
            if code == TOP:
                self.truth[self.leaf_nodes[leaf]] = BOUND
                self.infinite = 1
            elif code == BOTTOM:
                self.truth[self.leaf_nodes[leaf]] = -BOUND
                self.infinite = 1
            else:
                self.truth[self.leaf_nodes[leaf]] = code
                highest = max(highest, abs(code))
        if highest < 0:
            return 0
        return highest // STEP if self.signed else highest // STEP + 1

    def solve(self, law: int) -> None:
        """Compute the minimax value of each node and, for each leaf, in which windows `law` requires its evaluation."""
        for node in range(self.nodes - 1, -1, -1):
            if not self.is_terminal(node):
                best = -BOUND if self.players[node] else BOUND
                for child in self.children(node):
                    best = max(best, self.truth[child]) if self.players[node] else min(best, self.truth[child])
                self.truth[node] = best
        if law == SHALLOW:
            self._bound_two_levels()
        elif law in (VISITS, STRICT, WITHIN):
            self._bound_all_levels()
        self._list_wanted(law)

    def _bound_all_levels(self) -> None:
        """Compute the bounds A and B of each node (`low`, `high`) by the path-bound law.

        The bounds do not depend on the window.
        """
        self.low[0], self.high[0] = -BOUND, BOUND
        for node in range(self.nodes):
            if self.players[node]:
                own, high = self.low[node], self.high[node]
                for child in self.children(node):
                    self.low[child], self.high[child] = own, high
                    own = max(own, self.truth[child])
            else:
                low, own = self.low[node], self.high[node]
                for child in self.children(node):
                    self.low[child], self.high[child] = low, own
                    own = min(own, self.truth[child])

    def _bound_two_levels(self) -> None:
        """Compute the bounds of each node in a search that only has shallow cutoffs.

        The bound `own` of a node comes from its left siblings. The bound `at_root` comes from the left siblings of the
        node's ancestor just below the root. `crossed` is true if two levels, a parent and its child, are enough for
        the cutoff.
        """
        self.own[0] = BOUND if self.players[0] else -BOUND
        self.at_root[0] = -BOUND if self.players[0] else BOUND
        for node in range(self.nodes):
            is_max = self.players[node] != 0
            own, crossed = -BOUND if is_max else BOUND, self.crossed[node]
            for child in self.children(node):
                self.own[child], self.crossed[child] = own, crossed
                self.at_root[child] = self.at_root[node] if node else own
                own = max(own, self.truth[child]) if is_max else min(own, self.truth[child])
                if own >= self.own[node] if is_max else own <= self.own[node]:
                    crossed = 1

    def _list_wanted(self, law: int) -> None:
        """List the leaves that a search must evaluate according to a law (a rule on which leaves are visited).

        A leaf must be evaluated in all windows with `above` < beta and alpha < `below`.
        """
        self.wanted = 0
        for leaf in range(self.leaves):
            node, at = self.leaf_nodes[leaf], self.wanted
            self.digits[at], self.above[at], self.below[at] = leaf + 1, -BOUND, BOUND
            if law in (VISITS, STRICT, WITHIN):
                self.above[at], self.below[at] = self.low[node], self.high[node]
                if self.low[node] > self.high[node] or (law != STRICT and self.low[node] == self.high[node]):
                    continue
                if law == STRICT:  # values and window ends are whole numbers, so this includes the ends
                    self.above[at] -= self.low[node] > -BOUND
                    self.below[at] += self.high[node] < BOUND
            elif law == SHALLOW:
                if self.crossed[node]:
                    continue
                if self.players[0]:
                    self.above[at] = self.at_root[node]
                else:
                    self.below[at] = self.at_root[node]
            self.wanted += 1
