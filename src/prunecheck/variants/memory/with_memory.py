"""AlphaBetaWithMemory: fail-soft alpha-beta that stores a bound for each node, and starts from the bounds it finds.

Source: A. Plaat, "MTD(f), a minimax algorithm faster than NegaScout" (1997), as in A. Plaat, J. Schaeffer, W. Pijls and
A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996). There, a node whose bounds are equal is searched again
in an empty window if the value lies inside the window; here its value is returned, as empty windows give false bounds.
"""

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory


def with_memory(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it; stores the bound or value, and the best move.

    Viewpoint: MAX, for the result and both bounds (exclusive). Players need not alternate. Leaves are not stored.
    Requires: alpha < beta; every entry of the table brackets the value of its node.
    Cost: at most one visit of each node per occurrence, and none below a node whose bounds decide the window.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    lower, upper = tree.bounds(node)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    alpha = max(alpha, lower)
    beta = min(beta, upper)
    move = 0
    if tree.is_max(node):
        g: Number = -INF
        a = alpha
        for nth, child in enumerate(tree.children(node)):
            value = with_memory(tree, child, a, beta)
            if value > g:
                g = value
                move = nth
            if g >= beta:
                break
            a = max(a, g)
    else:
        g = INF
        b = beta
        for nth, child in enumerate(tree.children(node)):
            value = with_memory(tree, child, alpha, b)
            if value < g:
                g = value
                move = nth
            if g <= alpha:
                break
            b = min(b, g)
    tree.remember(node, g if g > alpha else -INF, g if g < beta else INF, move)
    return g
