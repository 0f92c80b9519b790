"""Internal iterative deepening: if the table has no move for a node, search two plies less deep to find one.

Source: J. J. Scott, "A chess-playing program", Machine Intelligence 4 (1969). Children are ordered as in `table_move`.
"""

from typing import Any, Final

from prunecheck.trees.protocol import INF, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE
from prunecheck.variants.memory.table_move import numbered

REDUCTION: Final = 2  # plies


def internal_deepening(tree: Memory[Any], node: Any, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is stored, with the best move.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `remembered_mover(remembered(Cut(tree, depth)))`, whose nodes are pairs of a node of `tree`
    and the plies left.
    Requires: alpha < beta; players alternate; static values at interior nodes; entries are only used for the exact
    depth to which they were searched, and their bounds enclose the node's value at that depth.
    Cost: the cost of `table_move`, and of the shallower searches.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    lower, upper = tree.bounds(node)
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    if tree.is_terminal(node):
        value = tree.evaluate(node)
        tree.remember(node, value, value, NO_MOVE)
        return value
    if lower == upper:
        return lower
    alpha = a = max(alpha, lower)
    beta = min(beta, upper)
    position, left = node
    if left > REDUCTION and tree.move(node) == NO_MOVE:
        internal_deepening(tree, (position, left - REDUCTION), alpha, beta)
    best: Number = -INF
    move = NO_MOVE
    for nth, child in numbered(tree.children(node), tree.move(node)):
        value = -internal_deepening(tree, child, -beta, -a)
        if move == NO_MOVE or value > best:
            best = value
            move = nth
        if best >= beta:
            break
        a = max(a, best)
    tree.remember(node, best if best > alpha else -INF, best if best < beta else INF, move)
    return best
