"""Alpha-beta that clamps each leaf to the window, and stops a node when its value is the far end of it.

Source: R. S. Bird and J. Hughes, "The alpha-beta algorithm: an exercise in program transformation" (1987); as
`ab_max2` and `ab_min2` in T. Nipkow's Alpha_Beta_Pruning (Archive of Formal Proofs).
"""

from prunecheck.trees.protocol import N, Tree, V


def clamped_max(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """Value of `node`, where MAX is to move, clamped to the window.

    Viewpoint: MAX, for the result and both bounds (exclusive).
    Requires: alpha < beta; players alternate. Values need an order only. Cost: at most one visit of each node.
    Returns: max(alpha, min(v, beta)), where v is the minimax value of `node`.
    Raises: nothing of its own; an error from `tree` passes through.
    """
    if tree.is_terminal(node):
        return max(alpha, min(tree.evaluate(node), beta))
    for child in tree.children(node):
        alpha = clamped_min(tree, child, alpha, beta)
        if alpha == beta:
            break
    return alpha


def clamped_min(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """As `clamped_max`, where MIN is to move."""
    if tree.is_terminal(node):
        return max(alpha, min(tree.evaluate(node), beta))
    for child in tree.children(node):
        beta = clamped_max(tree, child, alpha, beta)
        if alpha == beta:
            break
    return beta
