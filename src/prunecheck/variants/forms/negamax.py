"""Negamax: minimax with one branch for both players, each player maximising the negative of the other's value.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), procedure F.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def negamax(tree: Tree[N, Number], node: N) -> Number:
    """Value of `node`.

    Viewpoint: the player to move at `node`; run it on `mover(tree)`. Window: none. Cost: every node once.
    Requires: players alternate.
    Returns: the minimax value v.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    m: Number = -INF
    for child in tree.children(node):
        m = max(m, -negamax(tree, child))
    return m
