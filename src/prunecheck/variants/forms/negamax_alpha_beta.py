"""Negamax alpha-beta in one function: it returns the value that crosses beta, or else the final alpha.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997).
"""

from prunecheck.trees.protocol import N, Number, Tree


def negamax_alpha_beta(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node` inside the window; the crossing value when it fails high, alpha when it fails low.

    Viewpoint: the player to move at `node`, for the result and both bounds, which are exclusive. Run it on
    `mover(tree)`.
    Requires: alpha < beta; players alternate. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. Leaves are not clamped.
    Raises: nothing itself; errors from `tree` pass through.
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
