"""The lecture's root driver: search every child with the full window, and choose the first best one.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), `chooseMove`; mirrored for MIN.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Search


def choose_move(tree: Tree[N, Number], node: N, search: Search, *, infinity: Number = INF) -> Choice:
    """The value of `node` and the first of its children with that value; no move if all have -infinity.

    Viewpoint: MAX. Window: none; the search of a child gets no bound from the children before it.
    Requires: `search` satisfies `exact`; `infinity` exceeds all values, since other values and their moves are lost
    (the source has 1,000,000). Cost: that of `search` with the full window at each child.
    Returns: the minimax value, and the index of the first best child.
    Raises: nothing itself; errors from `tree` or `search` pass through.
    """
    if tree.is_terminal(node):
        return Choice(tree.evaluate(node), None)
    is_max = tree.is_max(node)
    best, move = -infinity if is_max else infinity, None
    for nth, child in enumerate(tree.children(node)):
        val = search(tree, child, -infinity, infinity)
        if val > best if is_max else val < best:
            best, move = val, nth
    return Choice(best, move)
