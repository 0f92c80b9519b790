"""A driver from a lecture: search every child of the root in the full window, and choose the first best child.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), `chooseMove`; mirrored for MIN.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Search


def choose_move(tree: Tree[N, Number], node: N, search: Search, *, infinity: Number = INF) -> Choice:
    """The value of `node`, and the first child with that value; no child is chosen if all have the value -infinity.

    Viewpoint: values are from MAX's point of view. Window: this function takes none; no child's value is a bound for
    the next child.
    Requires: `search` satisfies the contract `exact` (in the full window, it returns the minimax value); all values lie
    between `-infinity` and `infinity`. (In the source, `infinity` is 1,000,000.) Cost: for each child, the cost of
    `search` in the full window.
    Returns: the minimax value, and the index of the first best child.
    Raises: only errors that `tree` or `search` raises.
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
