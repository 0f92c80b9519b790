"""Alpha-beta with the 'delayed test': whether the window has closed is asked before the next child, not after the last.

Source: `ab_max3` and `ab_min3` in T. Nipkow's Alpha_Beta_Pruning (Archive of Formal Proofs).
"""

from prunecheck.trees.protocol import N, Tree, V


def delayed_max(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """Value of `node`, where MAX is to move, inside the window; alpha as far as it has risen otherwise.

    Viewpoint: MAX, for the result and both bounds (exclusive).
    Requires: alpha < beta; players alternate. Values need an order only. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. Leaves are not clamped.
    Raises: nothing of its own; an error from `tree` passes through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        if alpha >= beta:
            break
        alpha = max(alpha, delayed_min(tree, child, alpha, beta))
    return alpha


def delayed_min(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """As `delayed_max`, where MIN is to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        if alpha >= beta:
            break
        beta = min(beta, delayed_max(tree, child, alpha, beta))
    return beta
