"""A remembered tree from the point of view of the side to move."""

from prunecheck.trees.protocol import N, Number
from prunecheck.trees.views.mirrored import Mover
from prunecheck.variants.memory.remembered import Remembered


class RememberedMover(Mover[N]):
    """A remembered tree with values and bounds from the point of view of the side to move, for negamax forms."""

    _tree: Remembered[N]

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """The inner tree's answer, from the point of view of the side to move."""
        lower, upper = self._tree.bounds(node)
        if self._tree.is_max(node):
            return lower, upper
        return -upper, -lower

    def move(self, node: N, /) -> int:
        """The inner tree's answer."""
        return self._tree.move(node)

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store bounds that have the point of view of the side to move, and the index of the best child."""
        if self._tree.is_max(node):
            self._tree.remember(node, lower, upper, move)
        else:
            self._tree.remember(node, -upper, -lower, move)


def remembered_mover(tree: Remembered[N]) -> RememberedMover[N]:
    """`tree` with values and bounds from the point of view of the side to move, as negamax forms need them."""
    return RememberedMover(tree)
