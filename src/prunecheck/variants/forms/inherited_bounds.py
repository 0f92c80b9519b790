"""Alpha-beta that stores a node's best value in a variable separate from alpha and beta.

A best value that reaches beta at a MAX node, or alpha at a MIN node, cuts the node off.

Source: 004, the blog post with a worked tree. The blog's code is lost; this is a reconstruction from the blog's text
and figures. Each node knows the bounds of all its ancestors. If a node only knew its parent's bound, the search would
be Knuth and Moore's F1.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def inherited_bounds(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta. Cost: each node is visited at most once.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
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
