"""AlphaBetaWithMemory: fail-soft alpha-beta that stores bounds on each node, and starts from stored bounds.

Source: A. Plaat, "MTD(f), a minimax algorithm faster than NegaScout" (1997), as in A. Plaat, J. Schaeffer, W. Pijls and
A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996). The test `lower == upper` in this code is not in the
source. Without the test, a node with equal bounds is searched again in the empty window between the bounds, which can
store wrong bounds on nodes below. As in the source, a leaf is evaluated again if its value is inside the window.
"""

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def with_memory(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is stored, with the best move.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta; the bounds in every table entry enclose the value of its node.
    Cost: the cost of `fail_soft` in a window narrowed by stored bounds. If a node has a stored bound outside the
    window, nothing below the node is searched.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    lower, upper = tree.bounds(node)
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    if tree.is_terminal(node):
        value = tree.evaluate(node)
        tree.remember(node, value, value, NO_MOVE)
        return value
    if lower == upper:
        return lower
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
