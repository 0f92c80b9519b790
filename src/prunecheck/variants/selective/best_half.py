"""The best half: at each node only the better half of the moves, by static value, is searched.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), which prunes "the worst half".
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.pruned import best_half as better_half


def best_half(tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number) -> Number:
    """Value of `node` by `search` in the tree that has only the better half of the moves, which may have another value.

    Viewpoint: MAX, for the result and both bounds, which are exclusive.
    Requires: static values at interior nodes. Cost: that of `search` on the smaller tree.
    Returns: a value that may be above or below the tree's, since good moves with bad static values are left out.
    Raises: TreeError for a node without a static value; errors from `tree` or `search` pass through.
    """
    return search(better_half(tree), node, alpha, beta)
