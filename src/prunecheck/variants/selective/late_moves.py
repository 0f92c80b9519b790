"""Late move reductions: the moves after the first few are searched one ply less deep.

If one looks good, it is searched again, to the full depth. The search relies on the order of the moves: it misses a
late move if only the last ply shows that the move is good.

Source: T. Romstad, "An introduction to late move reductions" (2006).
"""

from typing import Final

from prunecheck.trees.protocol import INF, N, Number, Tree

EARLY: Final = 1  # moves that are searched to the full depth


def late_moves(tree: Tree[tuple[N, int], Number], node: tuple[N, int], alpha: Number, beta: Number) -> Number:
    """Value of `node` unless a late move fails low only in the shallower search; fail-soft, but without a guarantee.

    A node is a position and the plies left, as in a `Cut`.
    Viewpoint: the player to move at `node`, for the result and both bounds, which are exclusive. Run it on
    `mover(tree)`.
    Requires: alpha < beta; players alternate; static values at interior nodes. Cost: two searches of each late move.
    Returns: no bound on the value of `node`. What is left out depends on the window and on the order of the moves.
    Raises: TreeError for a node without a static value; errors from `tree` pass through.
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
