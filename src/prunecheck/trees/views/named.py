"""A view of a tree in which moves have names, such as columns or squares.

The same name at two nodes means the same move.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from prunecheck.trees.protocol import N, Tree, V_co
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.recorded import Recorded

MoveName: TypeAlias = Callable[[Any, Any], Hashable]  # (node, child): the name of the move between them


class Named(Inner[N, V_co]):
    """A tree with named moves: `moves(node)` returns each child with the name of the move that leads to it.

    A game may name its moves with a method `move(node, child)`. If a game has no method `move`, a move's name is the
    index of the child.
    """

    def __init__(self, tree: Tree[N, V_co]) -> None:
        """Wrap `tree`, and find its method that names moves, if any."""
        super().__init__(tree)
        self._name = move_name(tree)

    def moves(self, node: N, /) -> list[tuple[Hashable, N]]:
        """The name of each move and the child to which it leads, in the order of `children`."""
        name = self._name
        if name is None:
            return list(enumerate(self._tree.children(node)))
        return [(name(node, child), child) for child in self._tree.children(node)]


def named(tree: Tree[N, V_co]) -> Named[N, V_co]:
    """Wrap `tree` in a view with named moves.

    >>> from prunecheck import from_nested
    >>> from prunecheck.trees.games.connect_four import ConnectFour
    >>> from prunecheck.trees.views.ordered import ordered
    >>> [name for name, child in named(from_nested([3, 5, 2])).moves(0)]
    [0, 1, 2]
    >>> game = ordered(ConnectFour(order=(3, 2, 4, 1, 5, 0, 6)))
    >>> [name for name, child in named(game).moves(game.root)]
    [3, 2, 4, 1, 5, 0, 6]
    """
    return Named(tree)


def move_name(tree: object) -> MoveName | None:
    """The function that names the moves of `tree`, or None if the game that the views wrap has no method `move`."""
    if isinstance(tree, Cut):
        inner = move_name(tree.inner)
        return None if inner is None else lambda node, child: inner(node[0], child[0])
    if isinstance(tree, Recorded):
        return move_name(tree.quiet)
    if isinstance(tree, Inner):
        return move_name(tree.inner)
    return getattr(tree, "move", None)
