"""A view of a tree in which a player can pass: the opponent then chooses among the moves that this player had."""

from collections.abc import Hashable, Iterable
from typing import Generic

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.views.beside import beside
from prunecheck.trees.views.inner import OwnNodes


class Turnable(OwnNodes, Generic[N]):
    """A view whose nodes are pairs: a node of the wrapped tree, and whether the players are exchanged.

    Values are always from MAX's point of view. An explicit tree does not say what follows a pass. After a pass in a
    `Turnable` tree, the opponent chooses among the moves that the passing player had. After the opponent's move, the
    players take turns as before. A game whose rules have a pass does not need this view.
    """

    def __init__(self, tree: Tree[N, Number]) -> None:
        """Start at the root without a pass."""
        self._tree = tree

    @property
    def root(self) -> tuple[N, bool]:
        """The root of the wrapped tree, with the players not exchanged."""
        return self._tree.root, False

    def children(self, node: tuple[N, bool], /) -> Iterable[tuple[N, bool]]:
        """The children of the node in the wrapped tree.

        If the players are exchanged at `node`, they are also exchanged at its children.
        """
        return beside(self._tree.children(node[0]), node[1])

    def is_terminal(self, node: tuple[N, bool], /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_terminal(node[0])

    def evaluate(self, node: tuple[N, bool], /) -> Number:
        """The value of the node in the wrapped tree from MAX's point of view, whoever moves."""
        return self._tree.evaluate(node[0])

    def is_max(self, node: tuple[N, bool], /) -> bool:
        """True if MAX is to move: as in the wrapped tree, or the opposite if the players are exchanged."""
        return self._tree.is_max(node[0]) != node[1]

    def key(self, node: tuple[N, bool], /) -> Hashable:
        """The key in the wrapped tree, and whether players are exchanged, since an exchange changes the legal moves."""
        return self._tree.key(node[0]), node[1]

    def after_pass(self, node: tuple[N, bool], /) -> tuple[N, bool]:
        """The same position, with the other player to move."""
        inner, exchanged = node
        return inner, not exchanged


def turnable(tree: Tree[N, Number]) -> Turnable[N]:
    """Wrap `tree` in a view with a method `after_pass`.

    After a pass, the opponent chooses among the moves that the passing player had.
    """
    return Turnable(tree)
