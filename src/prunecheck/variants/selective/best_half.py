"""The best half: at each node, only the better half of the moves, by static value, is searched.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), which prunes "the worst half".
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.pruned import best_half as better_half


def best_half(tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number) -> Number:
    """The value that `search` returns for `node` in a tree with only the better half of the moves at each node.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive.
    Requires: static values at interior nodes. Cost: the same as `search` on the smaller tree.
    Returns: a value that can be above or below the value of the tree with all moves, since good moves with bad static
    values are left out.
    Raises: TreeError if a node has no static value; also raises any error from `tree` and `search`.
    """
    return search(better_half(tree), node, alpha, beta)
