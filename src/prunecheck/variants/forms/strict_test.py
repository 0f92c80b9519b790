"""Alpha-beta that stops only when the bounds have strictly crossed, and tests before the next child.

Source: 002, W. Snyder, CS 112 lecture "Alpha-beta pruning" (Boston University), `minMax`.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def strict_test(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it; no cutoff if alpha equals beta.

    Viewpoint: MAX, for the result and both bounds, which are exclusive. Players need not alternate.
    Requires: alpha < beta. Cost: at most one visit of each node, and more of them than with `beta <= alpha`.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
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
