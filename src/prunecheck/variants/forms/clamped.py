"""Alpha-beta that clamps each leaf to the window, and leaves a node once its value reaches the bound of the opponent.

Source: R. S. Bird and J. Hughes, "The alpha-beta algorithm: an exercise in program transformation" (1987); as
`ab_max2` and `ab_min2` in T. Nipkow's Alpha_Beta_Pruning (Archive of Formal Proofs).
"""

from prunecheck.trees.protocol import N, Tree, V


def clamped_max(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """Value of `node`, clamped to the window; MAX is to move.

    Viewpoint: MAX, for the result and both bounds, which are exclusive.
    Requires: alpha < beta; players alternate. Values only need an order. Cost: at most one visit of each node.
    Returns: max(alpha, min(v, beta)), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
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
