"""Alpha-beta in one function.

At a MAX node, the function raises alpha and returns alpha. At a MIN node, the function lowers beta and returns beta.

Source: 003, the article with number lines: the pseudocode. (In some places, the article's text differs from its
pseudocode, and describes fail-soft alpha-beta.)
"""

from prunecheck.trees.protocol import N, Tree, V


def moving_bounds(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The value of `node` if it lies inside the window; otherwise, a value beyond a bound, or an unchanged bound.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Values need not be numbers, but must have an order.
    Requires: alpha < beta. Cost: each node is visited at most once.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window. Values of
    leaves are not clamped to the window.
    Raises: only errors that `tree` raises.
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
