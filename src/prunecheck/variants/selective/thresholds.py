"""Thresholds: a node is not searched if its static value is a win or a hopeless loss.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), in which the search stops at such
static values.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.pruned import decided


def thresholds(
    tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number, *, win: Number, loss: Number
) -> Number:
    """The value that `search` returns for `node`, if nodes whose static value reaches a threshold are leaves.

    Viewpoint: result, bounds and thresholds are from MAX's point of view. The bounds are exclusive, the thresholds
    inclusive. MIN's thresholds are the negatives of MAX's.
    Requires: static values at interior nodes. Cost: the cost of `search`, and a static evaluation of each node.
    Returns: the value of `tree`. The value is right if every static value that reaches a threshold equals the minimax
    value of its node. Infinite static values usually equal the minimax value. If finite static values reach a
    threshold, the result can be wrong.
    Raises: TreeError if a node has no static value; also raises any error from `tree` and `search`.
    """
    return search(decided(tree, win=win, loss=loss), node, alpha, beta)
