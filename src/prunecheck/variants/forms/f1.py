"""F1: branch and bound in which a node only knows its parent's bound, so there are no deep cutoffs.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), procedure F1.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def f1(tree: Tree[N, Number], node: N, bound: Number) -> Number:
    """The value of `node` if that is below `bound`; otherwise some value that is not below `bound`.

    Viewpoint: bound and result are from the point of view of the player to move at `node`. Call this function on
    `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: players alternate. Cost: each node is visited at most once; a cutoff only depends on the parent's best
    value so far.
    Returns: r with min(v, bound) <= r <= v, where v is the minimax value of `node`.
    Raises: only errors that `tree` raises.
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
