"""Negamax alpha-beta in one function.

After a cutoff, it returns the value that reached beta, otherwise the final alpha.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997).
"""

from prunecheck.trees.protocol import N, Number, Tree


def negamax_alpha_beta(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node` if it is inside the window; else at least beta (fail high) or at most alpha (fail low).

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate. Cost: each node is visited at most once.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window. Values of
    leaves are not clamped to the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        val = -negamax_alpha_beta(tree, child, -beta, -alpha)
        if val >= beta:
            return val
        if val > alpha:
            alpha = val
    return alpha
