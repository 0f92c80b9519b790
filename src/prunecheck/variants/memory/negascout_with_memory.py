"""NegaScout with a transposition table: a re-search uses the bounds that the null-window search has stored.

Source: A. Reinefeld, "An improvement to the Scout tree search algorithm" (1983). The version with a table: A. Plaat, J.
Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996).
"""

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.mt import mt
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def negascout_with_memory(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is stored, with the best move.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta; the bounds in every table entry enclose the value of its node.
    Cost: evaluates only leaves that alpha-beta evaluates. A leaf is evaluated again only if the window of a re-search
    contains the leaf's value.
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
    alpha = a = max(alpha, lower)
    beta = b = min(beta, upper)
    is_max = tree.is_max(node)
    best: Number = -INF if is_max else INF
    move = 0
    for nth, child in enumerate(tree.children(node)):
        if nth == 0:
            value = negascout_with_memory(tree, child, a, b)
        else:
            value = mt(tree, child, a if is_max else b, is_max)
            if a < value < b:  # better, but not good enough for a cutoff, so the exact value is needed
                value = negascout_with_memory(tree, child, value if is_max else a, b if is_max else value)
        if value > best if is_max else value < best:
            best = value
            move = nth
        if is_max:
            a = max(a, best)
        else:
            b = min(b, best)
        if a >= b:
            break
    tree.remember(node, best if best > alpha else -INF, best if best < beta else INF, move)
    return best
