"""Two views that change the sign of values: the roles of the players exchanged, and the tree as the mover sees it."""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.views.inner import Inner


class Negated(Inner[N, Number]):
    """MAX and MIN exchanged, and every value negated with them: the same game, seen by the opponent."""

    def evaluate(self, node: N, /) -> Number:
        """The inner value, negated."""
        return -self._tree.evaluate(node)

    def is_max(self, node: N, /) -> bool:
        """True where the inner tree has MIN to move."""
        return not self._tree.is_max(node)


class Mover(Inner[N, Number]):
    """The tree on which negamax forms run: each value is that of the player to move at the node."""

    def evaluate(self, node: N, /) -> Number:
        """The inner value where MAX is to move, its negative where MIN is."""
        value = self._tree.evaluate(node)
        return value if self._tree.is_max(node) else -value


def negated(tree: Tree[N, Number]) -> Negated[N]:
    """`tree` with the players exchanged and all values negated; its minimax value is the negative one."""
    return Negated(tree)


def mover(tree: Tree[N, Number]) -> Mover[N]:
    """`tree` as the player to move sees it: `evaluate` speaks for the mover, as negamax wants it."""
    return Mover(tree)
