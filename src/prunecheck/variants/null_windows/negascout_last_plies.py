"""NegaScout without re-searches in the last two plies, in which the null-window search already returns the exact value.

If a child improves on alpha, the opponent has found no refutation, so the null-window search has searched all replies.
Its result is then exact for a leaf, and for a node if all its children are leaves. The source tests the depth. This
code tests the height of the part that was searched. If all leaves have the same depth, this is the same test; it is
also right on all other trees.

Source: A. Reinefeld, "An improvement to the Scout tree search algorithm", ICCA Journal 6 (1983): the test `depth >= d -
2`.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def negascout_last_plies(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: the player to move at `node`, for the result and both bounds, which are exclusive. Run it on
    `mover(tree)`.
    Requires: alpha < beta; players alternate. Cost: only leaves that alpha-beta evaluates; each once if no leaf is
    deeper than 2 plies, else some of them again in each re-search.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
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
    """Answer as `ask` does, and return the height of what was searched: 0 for a leaf, 1 for a parent of leaves only."""
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
