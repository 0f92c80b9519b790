"""The fewest leaves that a search without a transposition table can evaluate: the smallest proof of the result.

Source: the strategies of Knuth and Moore 1975 and Stockman 1979. A MAX strategy contains one child of each of its MAX
nodes and all children of its MIN nodes; its leaves bound the value from below. A MIN strategy contains one child of
each of its MIN nodes and all children of its MAX nodes; its leaves bound the value from above. A MAX strategy and a MIN
strategy always share exactly one leaf.
"""

from collections.abc import Callable

from prunecheck.errors import TreeError
from prunecheck.oracle.minimax import value
from prunecheck.trees.protocol import N, Tree, V
from prunecheck.trees.walk import postorder
from prunecheck.trees.window import Window


def smallest_strategy(tree: Tree[N, V], node: N, *, for_max: bool, good: Callable[[V], bool]) -> int | None:
    """The number of leaves in the smallest strategy for MAX (or for MIN) that only has `good` leaves.

    Returns None if every strategy contains a leaf for which `good` returns False.

    A leaf that two paths lead to is counted twice.
    """
    size: dict[N, int | None] = {}
    for inner, children in postorder(tree, node):
        if not children:
            size[inner] = 1 if good(tree.evaluate(inner)) else None
            continue
        sizes = [size[child] for child in children]
        possible = [count for count in sizes if count is not None]
        if tree.is_max(inner) == for_max:
            size[inner] = min(possible, default=None)
        else:
            size[inner] = sum(possible) if len(possible) == len(sizes) else None
    return size[node]


def fewest_leaves(tree: Tree[N, V], window: Window[V], *, node: N | None = None) -> int:
    """The fewest leaves that prove the result of a search of `node` (by default, the root) in `window`.

    Let v be the minimax value. If v >= beta, the result is the size of the smallest MAX strategy with leaves >= beta.
    If v <= alpha, the result is the size of the smallest MIN strategy with leaves <= alpha. If alpha < v < beta, the
    result is the size of the smallest MAX strategy with leaves >= v, plus the size of the smallest MIN strategy with
    leaves <= v, minus 1 for the leaf that the two strategies share.
    Raises: the same TreeError as `value`.

    >>> from prunecheck.trees.nested import from_nested
    >>> fewest_leaves(from_nested([[3, 5], [2, 9]]), Window(-10, 10))
    3
    """
    start = tree.root if node is None else node
    truth = value(tree, start)
    if truth >= window.beta:
        return _count(smallest_strategy(tree, start, for_max=True, good=lambda leaf: leaf >= window.beta))
    if truth <= window.alpha:
        return _count(smallest_strategy(tree, start, for_max=False, good=lambda leaf: leaf <= window.alpha))
    for_max = _count(smallest_strategy(tree, start, for_max=True, good=lambda leaf: leaf >= truth))
    for_min = _count(smallest_strategy(tree, start, for_max=False, good=lambda leaf: leaf <= truth))
    return for_max + for_min - 1


def _count(size: int | None) -> int:
    if size is None:  # the value is known, so a strategy exists, unless the tree changes between calls
        raise TreeError(
            "a method of the tree returned different values for the same node; the methods of a tree must be pure"
        )
    return size
