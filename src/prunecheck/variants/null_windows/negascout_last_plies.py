"""NegaScout without re-searches in the last two plies, where the null-window search already returns the exact value.

A null-window search only finds that a move is better than alpha if it has searched all replies to the move. If the move
leads to a leaf, or to a node whose children are all leaves, the value found for the move is therefore exact, and a
re-search is unnecessary. Reinefeld's paper recognises the last two plies by the depth of the node after the move. The
function in this file counts how many plies deep the null-window search went below the node after the move. If all
leaves have the same depth, Reinefeld's test and the test in this file are equivalent. If leaves have different depths,
Reinefeld's test can be wrong.

Source: A. Reinefeld, "An improvement to the Scout tree search algorithm", ICCA Journal 6 (1983): the test `depth >= d -
2`.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def negascout_last_plies(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate. Cost: evaluates only leaves that alpha-beta evaluates. If no leaf is
    deeper than 2 plies, each leaf is evaluated at most once; otherwise, a re-search can evaluate some leaves again.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for nth, child in enumerate(tree.children(node)):
        if nth == 0:
            value = -negascout_last_plies(tree, child, -beta, -alpha)
        else:
            answer, height = ask_with_height(tree, child, -alpha, False)
            value = -answer
            if alpha < value < beta and height > 1:
                value = -negascout_last_plies(tree, child, -beta, -value)
        if value > best:
            best = value
        if best >= beta:
            break
        if best > alpha:
            alpha = best
    return best


def ask_with_height(tree: Tree[N, Number], node: N, bound: Number, strict: bool) -> tuple[Number, int]:
    """Like `ask`, but also returns the height of the searched part: 0 for a leaf, 1 if all children are leaves."""
    if tree.is_terminal(node):
        return tree.evaluate(node), 0
    best: Number = -INF
    height = 0
    for child in tree.children(node):
        value, below = ask_with_height(tree, child, -bound, not strict)
        height = max(height, below + 1)
        if -value > best:
            best = -value
        if best > bound or (best == bound and not strict):
            break
    return best, height
