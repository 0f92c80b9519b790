"""Killer moves and history for any search: a tree that detects cutoffs, and returns children in the learned order.

If a search reads a node's children one by one, and stops before the last, the node was cut off by the last child read.
The search itself therefore needs no code for move ordering. The tree does not know the values that the search computes,
so only moves that cause cutoffs gain score, as in most programs. In the search `history`, a best move without a cutoff
gains score, too.
"""

from collections.abc import Hashable, Iterator
from typing import Generic

from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.inner import OwnNodes
from prunecheck.trees.views.named import named
from prunecheck.variants.ordering.history import History
from prunecheck.variants.ordering.killers import Killers


class Learning(OwnNodes, Generic[N, V_co]):
    """A view whose children are sorted: killer moves first, then by the score of the history heuristic.

    Nodes are pairs: a node of the wrapped tree, and its ply.

    The view learns nothing from a search that reads all children at once, such as `make_unmake`, or that never prunes.
    If a search, such as `delayed_test`, reads the next child before it tests for a cutoff, the view learns the wrong
    child.
    """

    def __init__(
        self, tree: Tree[N, V_co], *, killers: Killers | None = None, history: History | None = None, depth: int = 0
    ) -> None:
        """Wrap `tree`. Cutoffs are recorded in `killers` and in `history`; either of them can be None.

        `depth` is the depth limit at the root; each cutoff's weight in `history` depends on the plies left at its node.
        """
        self._tree = named(tree)
        self._killers = killers
        self._history = history
        self._depth = depth

    @property
    def root(self) -> tuple[N, int]:
        """The root of the wrapped tree, at ply 0."""
        return self._tree.root, 0

    def children(self, node: tuple[N, int], /) -> Iterator[tuple[N, int]]:
        """The children in the learned order.

        If a search takes only some of the children, this is recorded as a cutoff.
        """
        inner, ply = node
        moves = self._tree.moves(inner)
        if self._history is not None:
            moves = self._history.first(self._tree.is_max(inner), moves)
        if self._killers is not None:
            moves = self._killers.first(ply, moves)
        for move, child in moves:
            try:
                yield child, ply + 1
            except GeneratorExit:  # Python closes the generator when the form drops it, at once
                self._learn(inner, ply, move)
                raise

    def _learn(self, node: N, ply: int, move: Hashable) -> None:
        if self._killers is not None:
            self._killers.add(ply, move)
        if self._history is not None:
            self._history.add(self._tree.is_max(node), move, self._depth - ply)

    def is_terminal(self, node: tuple[N, int], /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_terminal(node[0])

    def evaluate(self, node: tuple[N, int], /) -> V_co:
        """The value of the node in the wrapped tree."""
        return self._tree.evaluate(node[0])

    def is_max(self, node: tuple[N, int], /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_max(node[0])

    def key(self, node: tuple[N, int], /) -> Hashable:
        """The key of the node in the wrapped tree, without the ply."""
        return self._tree.key(node[0])
