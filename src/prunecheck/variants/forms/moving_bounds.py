"""Alpha-beta in one function with a MAX and a MIN branch, which returns the bound that it has moved.

Source: 003, the article with number lines: its pseudocode. (Where its text differs, the text describes fail-soft.)
"""

from prunecheck.trees.protocol import N, Tree, V


def moving_bounds(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """Value of `node` inside the window; the crossing value when the bounds meet, else the bound that did not move.

    Viewpoint: MAX, for the result and both bounds, which are exclusive. Players need not alternate. Values only need an
    order.
    Requires: alpha < beta. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. Leaves are not clamped.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    if tree.is_max(node):
        for child in tree.children(node):
            alpha = max(alpha, moving_bounds(tree, child, alpha, beta))
            if beta <= alpha:
                return alpha
        return alpha
    for child in tree.children(node):
        beta = min(beta, moving_bounds(tree, child, alpha, beta))
        if beta <= alpha:
            return beta
    return beta
