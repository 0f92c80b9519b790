"""Alpha-beta in one function with a MAX and a MIN branch, each of which returns the bound that it has moved.

Source: 003, the article with number lines: the pseudocode. (The article's text differs from it in places, and then
describes fail-soft.)
"""

from prunecheck.trees.protocol import N, Tree, V


def moving_bounds(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """The value of `node` if inside the window; otherwise the value that crosses a bound, or a bound that did not move.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Values only need an order.
    Requires: alpha < beta. Cost: each node is visited at most once.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the window. Leaves are not clamped.
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
