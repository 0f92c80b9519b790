"""MT-DUAL*: the dual of SSS* as null-window questions with memory, each at the lower bound.

The first is at the end of the window, and the first answer no is the value. It evaluates the leaves of `dual_star`, in
the same order, without a sorted list.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "SSS* = alpha-beta + TT", TR EUR-CS-95-02 (1995).
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.variants.null_windows.mtd import mtd


def mt_dual(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: MAX, for the result and both bounds (exclusive). Players need not alternate; MIN may be at the root.
    Requires: alpha < beta. Cost: the leaves of `dual_star`, each once; memory for each node visited.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    return mtd(tree, node, alpha, beta, alpha, lambda lower, upper, found: lower)
