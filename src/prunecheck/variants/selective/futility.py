"""Futility pruning: one ply above the depth limit, moves are skipped if the static value plus a margin is too low.

The results are right if no move changes the static value by more than the margin.

Source: E. A. Heinz, "Extended futility pruning", ICCA Journal 21 (1998), on frontier nodes. In the source, the gain of
a capture is added to the static value.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def futility(
    tree: Tree[tuple[N, int], Number], node: tuple[N, int], alpha: Number, beta: Number, margin: Number
) -> Number:
    """The value of `node`, by a fail-soft search; it can be wrong if a skipped move gains more than `margin`.

    A node is a pair of a position and the plies left, as in a `Cut`.
    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate; static values one ply above the depth limit. Cost: each node is visited
    at most once; each node one ply above the depth limit is also evaluated statically.
    Returns: r with min(v, beta) <= r <= max(v, alpha) if no move to a node at the depth limit changes the static value
    by more than `margin`; v is the minimax value of `node`. If some move to a node at the depth limit changes the
    static value by more than `margin`, the result r can be wrong, even as a bound.
    Raises: TreeError if a node has no static value; also raises any error from `tree`.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    _, left = node
    hope = tree.evaluate(node) + margin if left == 1 else INF  # no skipped move is expected to have a higher value
    best: Number = -INF
    for child in tree.children(node):
        low = max(alpha, best)
        if hope <= low:
            return max(best, hope)
        best = max(best, -futility(tree, child, -beta, -low, margin))
        if best >= beta:
            break
    return best
