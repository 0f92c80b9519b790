"""The best half: at each node only the better half of the moves, by static value, is searched at all.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), which prunes "the worst half".
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.pruned import best_half as better_half


def best_half(tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number) -> Number:
    """What `search` finds for `node` in the tree of the best half; this is another tree, with a value of its own.

    Viewpoint: MAX, for the result and both bounds (exclusive).
    Requires: static values at interior nodes. Cost: that of `search` on the smaller tree.
    Returns: a bound on nothing: a move that looks bad and is good is lost, for either player.
    Raises: TreeError for a node without a static value; an error from `tree` or `search` passes through.
    """
    return search(better_half(tree), node, alpha, beta)
