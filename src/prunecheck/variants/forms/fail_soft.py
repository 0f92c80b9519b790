"""Alpha-beta pruning, fail-soft: a value outside the window is still a bound.

Source: J. P. Fishburn, "Another optimization of alpha-beta search", SIGART Newsletter 84 (1983).
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def fail_soft(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: the player to move at `node`, for the result and both bounds, which are exclusive. Run it on
    `mover(tree)`.
    Requires: alpha < beta; players alternate. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
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
