"""Best-first search: at each node all moves are made, evaluated and sorted before the first is searched.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), best-first by static value; 000, ICS
180A (UC Irvine, spring 1997), which generates and sorts.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.ordered import ordered


def best_first(tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number) -> Number:
    """Value of `node`, with each node's children sorted by static value, best first for the player to move.

    Viewpoint: MAX, for the result and both bounds, which are exclusive.
    Requires: static values at interior nodes. Cost: that of `search`, and a static value of each child it could enter.
    Returns: the result of `search`. No order of children changes the minimax value; everything else may differ.
    Raises: TreeError for a node without a static value; errors from `tree` or `search` pass through.
    """
    return search(ordered(tree), node, alpha, beta)
