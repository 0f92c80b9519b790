"""Best-first search: at each node, all children are evaluated statically and sorted before the first is searched.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), best-first by static value; 000, ICS
180A (UC Irvine, spring 1997), which generates and sorts.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.ordered import ordered


def best_first(tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number) -> Number:
    """The value that `search` returns for `node` with children sorted by static value, best first for the player.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive.
    Requires: static values at interior nodes. Cost: the cost of `search`, and a static evaluation of all children at
    each node it visits.
    Returns: the result of `search`. The order of children never changes the minimax value, but it can change which
    nodes are visited.
    Raises: TreeError if a node has no static value; also raises any error from `tree` and `search`.
    """
    return search(ordered(tree), node, alpha, beta)
