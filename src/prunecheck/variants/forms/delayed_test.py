"""Alpha-beta with the 'delayed test': the cutoff test comes before each child, not after it.

Source: `ab_max3` and `ab_min3` in T. Nipkow's Alpha_Beta_Pruning (Archive of Formal Proofs).
"""

from prunecheck.trees.protocol import N, Tree, V


def delayed_max(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The final alpha, which is the value of `node` if that lies inside the window; MAX is to move.

    Viewpoint: MAX, for the result and both bounds, which are exclusive.
    Requires: alpha < beta; players alternate. Values only need an order. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. Leaves are not clamped.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        if alpha >= beta:
            break
        alpha = max(alpha, delayed_min(tree, child, alpha, beta))
    return alpha


def delayed_min(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The same as `delayed_max`, with MIN to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        if alpha >= beta:
            break
        beta = min(beta, delayed_max(tree, child, alpha, beta))
    return beta
