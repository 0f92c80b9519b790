"""Alpha-beta that keeps values and bounds apart: a node ends when its value reaches a bound of an ancestor.

Source: 004, the blog post with a worked tree. The blog's code is lost; this is a reconstruction from the blog's text
and figures. Bounds are passed down the whole path; with only the parent's bound, this would be F1.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def inherited_bounds(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: MAX, for the result and both bounds, which are exclusive. Players need not alternate.
    Requires: alpha < beta. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    if tree.is_max(node):
        value: Number = -INF
        for child in tree.children(node):
            value = max(value, inherited_bounds(tree, child, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value
    value = INF
    for child in tree.children(node):
        value = min(value, inherited_bounds(tree, child, alpha, beta))
        if value <= alpha:
            break
        beta = min(beta, value)
    return value
