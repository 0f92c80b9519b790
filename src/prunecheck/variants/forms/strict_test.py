"""Alpha-beta that cuts off a node only if beta < alpha; it tests this before it searches each child.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), `minMax`.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def strict_test(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it; no cutoff if alpha equals beta.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta. Cost: each node is visited at most once, but more nodes are visited than with the usual
    test, `beta <= alpha`.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    if tree.is_max(node):
        val: Number = -INF
        for child in tree.children(node):
            alpha = max(alpha, val)
            if beta < alpha:
                break
            val = max(val, strict_test(tree, child, alpha, beta))
        return val
    val = INF
    for child in tree.children(node):
        beta = min(beta, val)
        if beta < alpha:
            break
        val = min(val, strict_test(tree, child, alpha, beta))
    return val
