"""The lecture's root driver: every child is searched with the full window, and the first best one is the move.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), `chooseMove`; mirrored for MIN.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Search


def choose_move(tree: Tree[N, Number], node: N, search: Search, *, infinity: Number = INF) -> Choice:
    """The value of `node` and the first of its children that has it; no move where all are worth -infinity.

    Viewpoint: MAX. Window: none; nothing learnt from one child is passed to the search of the next.
    Requires: `search` keeps `exact`; `infinity` exceeds all values, or moves and values are lost (the source's own is
    1,000,000). Cost: that of `search` with the full window at each child.
    Returns: the minimax value, and the place of the first best child.
    Raises: nothing of its own; an error from `tree` or `search` passes through.
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
