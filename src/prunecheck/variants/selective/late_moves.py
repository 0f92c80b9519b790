"""Late move reductions: the moves after the first few are searched one ply less deep.

If a late move looks good, it is searched again to the full depth. The search relies on the move order: it misses a good
late move if only the last ply shows that the move is good.

Source: T. Romstad, "An introduction to late move reductions" (2006).
"""

from typing import Final

from prunecheck.trees.protocol import INF, N, Number, Tree

EARLY: Final = 1  # moves that are searched to the full depth


def late_moves(tree: Tree[tuple[N, int], Number], node: tuple[N, int], alpha: Number, beta: Number) -> Number:
    """The value of `node`, by a fail-soft search; it can be wrong if a good move fails low in the shallower search.

    A node is a pair of a position and the plies left, as in a `Cut`.
    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate; static values at interior nodes. Cost: up to two searches of each late
    move.
    Returns: a value that need not be a lower or an upper bound on the value of `node`. Which moves are searched less
    deep depends on the window and on the move order.
    Raises: TreeError if a node has no static value; also raises any error from `tree`.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for nth, child in enumerate(tree.children(node)):
        low = max(alpha, best)
        position, left = child
        if nth >= EARLY and left:
            value = -late_moves(tree, (position, left - 1), -beta, -low)
            if value <= low:
                best = max(best, value)
                continue
        best = max(best, -late_moves(tree, child, -beta, -low))
        if best >= beta:
            break
    return best
