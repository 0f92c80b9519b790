"""Two views of a tree that negate values.

`Negated` exchanges MAX and MIN. `Mover` gives all values from the point of view of the side to move.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.views.inner import Inner


class Negated(Inner[N, Number]):
    """The same game with MAX and MIN exchanged, and with every value negated."""

    def evaluate(self, node: N, /) -> Number:
        """The value of the node in the wrapped tree, negated."""
        return -self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """True if MIN moves in the wrapped tree."""
        return not self._tree.is_max(node)


class Mover(Inner[N, Number]):
    """A tree for negamax searches: each value is from the point of view of the player to move at the node."""

    def evaluate(self, node: N, /) -> Number:
        """The value of the node in the wrapped tree if MAX is to move, and its negative if MIN is to move."""
        value = self._tree.evaluate(node)
        return value if self._tree.is_max(node) else -value


def negated(tree: Tree[N, Number]) -> Negated[N]:
    """Exchange the players and negate all values in `tree`, so that its minimax value is also negated."""
    return Negated(tree)


def mover(tree: Tree[N, Number]) -> Mover[N]:
    """Convert the values in `tree` to the point of view of the side to move, as negamax needs them."""
    return Mover(tree)
