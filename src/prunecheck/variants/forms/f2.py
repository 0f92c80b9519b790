"""F2: alpha-beta with deep cutoffs, in the version that Knuth and Moore analysed in 1975.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), procedure F2.
"""

from prunecheck.trees.protocol import N, Number, Tree


def f2(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node` if it lies inside the window.

    After a fail low, the result is alpha or, for a leaf, the leaf's value.

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
    m = alpha
    for child in tree.children(node):
        t = -f2(tree, child, -beta, -m)
        if t > m:
            m = t
        if m >= beta:
            break
    return m
