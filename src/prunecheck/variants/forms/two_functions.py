"""Alpha-beta in two functions: one for MAX, which raises alpha, and one for MIN, which lowers beta.

If alpha and beta meet, `max_value` returns beta, and `min_value` returns alpha.

Source: 001, the encyclopaedia write-up with `max-value` and `min-value`, as in Russell and Norvig 1995.
"""

from prunecheck.trees.protocol import N, Tree, V


def max_value(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The value of `node`, clamped to the window; MAX is to move.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive.
    Requires: alpha < beta; players alternate. Values need not be numbers, but must have an order. Cost: each node is
    visited at most once.
    Returns: max(alpha, min(v, beta)), where v is the minimax value of `node`; v itself if `node` is a leaf.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        alpha = max(alpha, min_value(tree, child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The same as `max_value`, with MIN to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        beta = min(beta, max_value(tree, child, alpha, beta))
        if alpha >= beta:
            return alpha
    return beta
