"""F2: alpha-beta as first analysed, with deep cutoffs.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), procedure F2.
"""

from prunecheck.trees.protocol import N, Number, Tree


def f2(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node` inside the window; alpha itself if the value is not above alpha, unless `node` is a leaf.

    Viewpoint: the player to move at `node`, for the result and both bounds, which are exclusive. Run it on
    `mover(tree)`.
    Requires: alpha < beta; players alternate. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. Leaves are not clamped.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    m = alpha
    for child in tree.children(node):
        t = -f2(tree, child, -beta, -m)
        if t > m:
            m = t
        if m >= beta:
            break
    return m
