"""F1: branch and bound with only the parent's bound, so without deep cutoffs.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), procedure F1.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def f1(tree: Tree[N, Number], node: N, bound: Number) -> Number:
    """Value of `node` if that is below `bound`, else some value not below `bound`.

    Viewpoint: the player to move at `node`, for the result and the bound. Run it on `mover(tree)`.
    Requires: players alternate. Cost: at most one visit of each node; cutoffs depend on the parent's level only.
    Returns: r with min(v, bound) <= r <= v, where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    m: Number = -INF
    for child in tree.children(node):
        t = -f1(tree, child, -m)
        if t > m:
            m = t
        if m >= bound:
            break
    return m
