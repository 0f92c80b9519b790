"""Alpha-beta that clamps leaf values to the window, and cuts off a node when the node's value reaches a bound.

Source: R. S. Bird and J. Hughes, "The alpha-beta algorithm: an exercise in program transformation" (1987); `ab_max2`
and `ab_min2` in Tobias Nipkow's Alpha_Beta_Pruning (Archive of Formal Proofs).
"""

from prunecheck.trees.protocol import N, Tree, V


def clamped_max(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The value of `node`, clamped to the window; MAX is to move.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive.
    Requires: alpha < beta; players alternate. Values need not be numbers, but must have an order. Cost: each node is
    visited at most once.
    Returns: max(alpha, min(v, beta)), where v is the minimax value of `node`.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return max(alpha, min(tree.evaluate(node), beta))
    for child in tree.children(node):
        alpha = clamped_min(tree, child, alpha, beta)
        if alpha == beta:
            break
    return alpha


def clamped_min(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The same as `clamped_max`, with MIN to move."""
    if tree.is_terminal(node):
        return max(alpha, min(tree.evaluate(node), beta))
    for child in tree.children(node):
        beta = clamped_max(tree, child, alpha, beta)
        if alpha == beta:
            break
    return beta
