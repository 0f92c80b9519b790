"""Enhanced transposition cutoffs: look up all children in the table before searching one, to find a cutoff.

Source: J. Schaeffer and A. Plaat, "New advances in alpha-beta searching", ACM 24th Computer Science Conference (1996).
"""

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def enhanced_cutoffs(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is stored, with the best move.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `remembered_mover(tree)`, a view with values and bounds from the point of view of the side to
    move.
    Requires: alpha < beta; players alternate; the bounds that `tree` returns for a node hold for the depth to which the
    node is searched. A child is searched one ply less deep than its parent.
    Cost: at most the cost of `with_memory`, and a look-up of each child.
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
    beta = min(beta, upper)
    for nth, child in enumerate(tree.children(node)):
        at_least = -tree.bounds(child)[1]  # the opponent's upper bound for the child
        if at_least >= beta:
            tree.remember(node, at_least, INF, nth)
            return at_least
    best: Number = -INF
    move = 0
    for nth, child in enumerate(tree.children(node)):
        value = -enhanced_cutoffs(tree, child, -beta, -a)
        if value > best:
            best = value
            move = nth
        if best >= beta:
            break
        a = max(a, best)
    tree.remember(node, best if best > alpha else -INF, best if best < beta else INF, move)
    return best
