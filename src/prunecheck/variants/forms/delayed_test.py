"""Alpha-beta with the 'delayed test': it tests for a cutoff before it searches a child, not after.

Source: `ab_max3` and `ab_min3` in Tobias Nipkow's Alpha_Beta_Pruning (Archive of Formal Proofs).
"""

from prunecheck.trees.protocol import N, Tree, V


def delayed_max(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The final alpha after a search with MAX to move, which is the value of `node` if that lies inside the window.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive.
    Requires: alpha < beta; players alternate. Values need not be numbers, but must have an order. Cost: each node is
    visited at most once.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window. Values of
    leaves are not clamped to the window.
    Raises: only errors that `tree` raises.
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
