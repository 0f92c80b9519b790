"""Thresholds: a node whose static value is a win or a hopeless loss is not searched any further.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), on stopping at such values.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.pruned import decided


def thresholds(
    tree: Tree[N, Number], node: N, search: Search, win: Number, loss: Number, alpha: Number, beta: Number
) -> Number:
    """What `search` finds for `node` where each node decided by its static value counts as a leaf.

    Viewpoint: MAX, for the result, both bounds (exclusive) and both thresholds (inclusive); MIN's are their negatives.
    Requires: static values at interior nodes. Cost: that of `search`, and a static value of each node.
    Returns: the tree's own value only where all static values beyond a threshold are true ones, as infinities mostly
    are. With thresholds inside the range of values it is another tree's.
    Raises: TreeError for a node without a static value; an error from `tree` or `search` passes through.
    """
    return search(decided(tree, win=win, loss=loss), node, alpha, beta)
