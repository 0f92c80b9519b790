"""Views for quiescence search: beyond the horizon, a player may stand pat or make noisy moves.

Source: D. F. Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43 (1990).
"""

from collections.abc import Callable, Hashable, Iterable
from itertools import chain
from typing import Final, Generic, TypeAlias

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.views.beside import beside
from prunecheck.trees.views.inner import OwnNodes

Noisy: TypeAlias = Callable[[N, N], bool]  # (node, child): True if the move to the child is noisy

STAND_PAT: Final = -1  # stored instead of the plies left


class Horizon(OwnNodes, Generic[N]):
    """A view whose nodes are pairs: a node of the wrapped tree, and the number of plies left to the horizon.

    Beyond the horizon, 0 plies are left.

    Unlike the tree in a `Cut`, this tree goes on beyond the horizon: only nodes that are terminal in the wrapped tree
    are terminal.
    """

    def __init__(self, tree: Tree[N, Number], plies: int) -> None:
        """Wrap `tree`, and set the horizon `plies` plies below the root."""
        self._tree = tree
        self._plies = plies

    @property
    def root(self) -> tuple[N, int]:
        """The root of the wrapped tree, with all plies left."""
        return self._tree.root, self._plies

    def children(self, node: tuple[N, int], /) -> Iterable[tuple[N, int]]:
        """The children of the node in the wrapped tree; each child is one ply nearer to the horizon."""
        inner, left = node
        return beside(self._tree.children(inner), max(left - 1, 0))

    def is_terminal(self, node: tuple[N, int], /) -> bool:
        """True if the node is terminal in the wrapped tree."""
        return self._tree.is_terminal(node[0])

    def evaluate(self, node: tuple[N, int], /) -> Number:
        """The value of the node in the wrapped tree."""
        return self._tree.evaluate(node[0])

    def is_max(self, node: tuple[N, int], /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_max(node[0])

    def key(self, node: tuple[N, int], /) -> Hashable:
        """The key of the node in the wrapped tree, which does not depend on the plies left."""
        return self._tree.key(node[0])


class Quiescent(Horizon[N]):
    """A tree in which, beyond the horizon, a player can only stand pat or make noisy moves.

    The leaf (node, -1) represents standing pat: the player to move accepts the static value.
    """

    def __init__(self, tree: Tree[N, Number], noisy: Noisy[N], plies: int) -> None:
        """Wrap `tree`.

        `noisy(node, child)` is True if the move from `node` to `child` must be searched beyond the horizon.
        """
        super().__init__(tree, plies)
        self._noisy = noisy

    def children(self, node: tuple[N, int], /) -> Iterable[tuple[N, int]]:
        """All children before the horizon; beyond it, a leaf for standing pat, and the children after noisy moves."""
        inner, left = node
        if left:
            return super().children(node)
        loud = (child for child in self._tree.children(inner) if self._noisy(inner, child))
        return chain([(inner, STAND_PAT)], beside(loud, 0))

    def is_terminal(self, node: tuple[N, int], /) -> bool:
        """True for a stand-pat leaf, and for a node that is terminal in the wrapped tree."""
        return node[1] == STAND_PAT or super().is_terminal(node)

    def key(self, node: tuple[N, int], /) -> Hashable:
        """The key of the node in the wrapped tree, but a different key for a leaf that represents standing pat."""
        key = super().key(node)
        return (key, STAND_PAT) if node[1] == STAND_PAT else key


def jumps(tree: Tree[N, Number], margin: Number) -> Noisy[N]:
    """Make a test for noisy moves: a move is noisy if it changes the static value by at least `margin`.

    If static values count material, as in chess, the noisy moves are captures and promotions.
    """

    def is_noisy(node: N, child: N) -> bool:
        before = tree.evaluate(node)
        return not before - margin < tree.evaluate(child) < before + margin

    return is_noisy


def horizon(tree: Tree[N, Number], plies: int) -> Horizon[N]:
    """A view of `tree` whose nodes contain the plies left to a horizon. The tree goes on beyond the horizon."""
    return Horizon(tree, plies)


def quiescent(tree: Tree[N, Number], noisy: Noisy[N], *, plies: int = 0) -> Quiescent[N]:
    """The tree of a quiescence search: all moves for `plies` plies, then only noisy moves and standing pat."""
    return Quiescent(tree, noisy, plies)
