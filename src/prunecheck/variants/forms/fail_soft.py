"""Fail-soft alpha-beta: a returned value outside the window is still a bound on the minimax value.

Source: J. P. Fishburn, "Another optimization of alpha-beta search", SIGART Newsletter 84 (1983).
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def fail_soft(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate. Cost: each node is visited at most once.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        value = -fail_soft(tree, child, -beta, -alpha)
        if value > best:
            best = value
        if best >= beta:  # the opponent has a better choice above, so the other children cannot matter
            break
        if best > alpha:
            alpha = best
    return best
