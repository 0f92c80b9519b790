"""Killers and history for any form: a tree whose children come in the learned order, and that notices cutoffs.

If a form takes the children of a node one by one, and stops before it has taken all, it has cut off: the last child
that it took caused the cutoff. So the form itself needs no line about move ordering. Values are not seen, so only
cutoffs earn history here, as in most programs; `history` also credits best moves without a cutoff.
"""

from collections.abc import Hashable, Iterator
from typing import Generic

from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.inner import OwnNodes
from prunecheck.trees.views.named import named
from prunecheck.variants.ordering.history import History
from prunecheck.variants.ordering.killers import Killers


class Learning(OwnNodes, Generic[N, V_co]):
    """Nodes are pairs (node of the inner tree, ply); children come with the killers first, then by history.

    It learns nothing from a form that takes all children at once, such as `make_unmake`, or that never prunes. A form
    that asks for the next child before it tests for a cutoff, such as `delayed_test`, credits the wrong child.
    """

    def __init__(
        self, tree: Tree[N, V_co], *, killers: Killers | None = None, history: History | None = None, depth: int = 0
    ) -> None:
        """Learn in `killers` and `history`, if given; `depth` is the depth at the root, which weights history."""
        self._tree = named(tree)
        self._killers = killers
        self._history = history
        self._depth = depth

    @property
    def root(self) -> tuple[N, int]:
        """The inner root, at ply 0."""
        return self._tree.root, 0

    def children(self, node: tuple[N, int], /) -> Iterator[tuple[N, int]]:
        """The inner children in the learned order; a search that takes some and not all of them has cut off."""
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
        """The inner tree's answer."""
        return self._tree.is_terminal(node[0])

    def evaluate(self, node: tuple[N, int], /) -> V_co:
        """The inner value."""
        return self._tree.evaluate(node[0])

    def is_max(self, node: tuple[N, int], /) -> bool:
        """The inner tree's answer."""
        return self._tree.is_max(node[0])

    def key(self, node: tuple[N, int], /) -> Hashable:
        """The inner key, whatever the ply."""
        return self._tree.key(node[0])
