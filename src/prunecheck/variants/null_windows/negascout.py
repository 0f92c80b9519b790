"""Fail-soft NegaScout: SCOUT in negamax form, with a window, and with null-window searches instead of TEST.

The null-window search returns a bound, so a re-search starts from that bound: the window is (value, beta), not (alpha,
beta) as in many descriptions of principal variation search. NegaScout only evaluates leaves that alpha-beta evaluates,
but may evaluate some of them several times.

Source: A. Reinefeld, "An improvement to the Scout tree search algorithm", ICCA Journal 6 (1983).
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.variants.null_windows.ask import ask


def negascout(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate. Cost: evaluates only leaves that alpha-beta evaluates, but some of them
    again in each re-search.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for nth, child in enumerate(tree.children(node)):
        if nth == 0:
            value = -negascout(tree, child, -beta, -alpha)
        else:
            value = -ask(tree, child, -alpha, False)
            if alpha < value < beta:  # better, but not good enough for a cutoff, so the exact value is needed
                value = -negascout(tree, child, -beta, -value)
        if value > best:
            best = value
        if best >= beta:
            break
        if best > alpha:
            alpha = best
    return best
