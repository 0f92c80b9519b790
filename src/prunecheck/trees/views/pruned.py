"""Two views that leave out moves of a tree: all moves at decided nodes, or the worse half of the moves at each node.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), on thresholds and best-first search. A
search that gets one of the views returns the value of the smaller tree, which may differ from the value of the original
tree.
"""

from collections.abc import Iterable

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.views.inner import Inner


class Decided(Inner[N, Number]):
    """A view in which a node is terminal if its static value is a clear win or loss for the player to move."""

    def __init__(self, tree: Tree[N, Number], win: Number, loss: Number) -> None:
        """`win` and `loss` are thresholds for MAX; the thresholds for MIN are their negatives."""
        super().__init__(tree)
        self._win = win
        self._loss = loss

    def is_terminal(self, node: N, /) -> bool:
        """True if the node is terminal in the wrapped tree, or if its static value reaches a threshold."""
        if self._tree.is_terminal(node):
            return True
        value = self._tree.evaluate(node)
        if self._tree.is_max(node):
            return value >= self._win or value <= self._loss
        return value <= -self._win or value >= -self._loss


class BestHalf(Inner[N, Number]):
    """A view with only the better half (rounded up) of each node's children, best first.

    Children are compared by their static values for the player to move.
    """

    def children(self, node: N, /) -> Iterable[N]:
        """The better half of the children in the wrapped tree, best first.

        Children with equal static values are not reordered.
        """
        best_first = sorted(self._tree.children(node), key=self._tree.evaluate, reverse=self._tree.is_max(node))
        return best_first[: (len(best_first) + 1) // 2]


def decided(tree: Tree[N, Number], *, win: Number = INF, loss: Number = -INF) -> Decided[N]:
    """A view of `tree` in which a node is a leaf if its static value decides the game.

    From the point of view of the player to move, a static value >= `win` is a win, and a static value <= `loss` is a
    loss. If each static value that decides the game equals the minimax value of its node, the value of the tree does
    not change. Infinite static values usually equal the minimax value.
    """
    return Decided(tree, win, loss)


def best_half(tree: Tree[N, Number]) -> BestHalf[N]:
    """A view of `tree` without the worse half of each node's children, by static value.

    The minimax value of the result may differ from that of `tree`.
    """
    return BestHalf(tree)
