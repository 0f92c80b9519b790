"""Negamax: minimax with one branch for both players, each player maximising the negative of the other's value.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), procedure F.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def negamax(tree: Tree[N, Number], node: N) -> Number:
    """The value of `node`.

    Viewpoint: the result is from the point of view of the player to move at `node`: call this function on
    `mover(tree)`, a view with values from that point of view. Window: this function takes none. Cost: each node is
    visited once.
    Requires: players alternate.
    Returns: the minimax value v.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    m: Number = -INF
    for child in tree.children(node):
        m = max(m, -negamax(tree, child))
    return m
