"""A tree as an array: the leaves of a complete binary tree, left to right, as many tutorials take it.

A leaf above the last ply stands for as many leaves of its value as fit below it, and an only child for two: so any tree
of at most two children a node has such an array, and keeps its value.
"""

from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree

BRANCHES: Final = 2
MOST_PLIES: Final = 6  # of the trees that are drawn, where the search takes any height


def leaves_of(tree: Tree[Any, Number], root: Any, plies: int, *, mover: bool) -> list[Number]:
    """The leaves of a complete binary tree of this many plies with the value of `root`.

    `mover`: as the player to move there sees them.
    Raises: PreconditionError for a tree that is higher, or has more than two children at a node.
    """

    def below(node: Any, left: int) -> list[Number]:
        if tree.is_terminal(node):
            return [tree.evaluate(node)] * BRANCHES**left
        children = list(tree.children(node))
        if left == 0 or len(children) > BRANCHES:
            raise PreconditionError(
                f"an array of leaves has room for {plies} plies of at most {BRANCHES} children; give a smaller tree"
            )
        if len(children) == 1:
            return below(children[0], left - 1) * BRANCHES
        return [value for child in children for value in below(child, left - 1)]

    found = below(root, plies)
    last_is_max = tree.is_max(root) == (plies % 2 == 0)
    return [-value for value in found] if mover and not last_is_max else found


def binary(tree: ExplicitTree[Number], plies: int) -> ExplicitTree[Number]:
    """The tree with the first two children of each node alone, and no more than this many plies.

    >>> from prunecheck import from_nested
    >>> print(binary(from_nested([3, [[1, 2], 5, 6], 7]), 2))
    [3, [1, 5]]
    """
    children: list[list[int]] = []
    values: list[Number | None] = []
    players: list[bool] = []

    def grow(node: int, left: int) -> int:
        at = len(children)
        children.append([])
        players.append(tree.is_max(node))
        below = tree.children(node)[:BRANCHES] if left else ()
        values.append(tree.static_value(node) if below else _value(tree, node))
        children[at] = [grow(child, left - 1) for child in below]
        return at

    grow(tree.root, plies)
    return ExplicitTree(children, values, players)


def fits(tree: ExplicitTree[Number], plies: int) -> bool:
    """True for a tree of no more than two children a node and this many plies, that such an array can be made of."""
    level = {tree.root}
    for _ in range(plies + 1):
        if any(len(tree.children(node)) > BRANCHES for node in level):
            return False
        level = {child for node in level for child in tree.children(node)}
    return not level


def _value(tree: ExplicitTree[Number], node: int) -> Number:
    """The value of the first leaf below, or of the node itself."""
    while not tree.is_terminal(node):
        node = tree.children(node)[0]
    return tree.evaluate(node)
