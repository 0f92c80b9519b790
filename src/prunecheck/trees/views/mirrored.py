"""Two views that negate values: with MAX and MIN exchanged, or from the point of view of the side to move."""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.views.inner import Inner


class Negated(Inner[N, Number]):
    """A view with MAX and MIN exchanged, and every value negated: the same game from the opponent's point of view."""

    def evaluate(self, node: N, /) -> Number:
        """The negated value in the inner tree."""
        return -self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """True if MIN moves in the inner tree."""
        return not self._tree.is_max(node)


class Mover(Inner[N, Number]):
    """The tree on which negamax forms run: each value is from the point of view of the player to move at the node."""

    def evaluate(self, node: N, /) -> Number:
        """The value in the inner tree if MAX is to move, and its negative if MIN is to move."""
        value = self._tree.evaluate(node)
        return value if self._tree.is_max(node) else -value


def negated(tree: Tree[N, Number]) -> Negated[N]:
    """Exchange the players and negate all values in `tree`, so that its minimax value is also negated."""
    return Negated(tree)


def mover(tree: Tree[N, Number]) -> Mover[N]:
    """Convert the values in `tree` to the point of view of the side to move, as negamax needs them."""
    return Mover(tree)
