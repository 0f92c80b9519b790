"""A tree that remembers as one position on which moves are made and taken back."""

from prunecheck.trees.protocol import N, Number
from prunecheck.trees.walked import Walked
from prunecheck.variants.memory.remembered import Remembered, remembered_mover


class RememberedWalk(Walked[N, Number]):
    """The position at a node of the tree; bounds have the viewpoint of the player to move, values that of MAX."""

    def __init__(self, tree: Remembered[N], node: N) -> None:
        """Start at `node`, no move made."""
        super().__init__(tree, node)
        self._mover = remembered_mover(tree)

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """The bounds known for the value of `node`."""
        return self._mover.bounds(node)

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store bounds on `node`."""
        self._mover.remember(node, lower, upper, move)
