"""Quiescence search: at the horizon, a player may stand pat on the static value, or make a noisy move.

Static values are only used for quiet positions, in which no capture is pending.

Source: D. F. Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43 (1990), which formalises an
old practice. The search compares the static value with beta before it makes any move.
"""

from collections.abc import Callable

from prunecheck.trees.protocol import INF, N, Number, Tree


def quiescence(
    tree: Tree[tuple[N, int], Number],
    node: tuple[N, int],
    alpha: Number,
    beta: Number,
    noisy: Callable[[N, N], bool],
) -> Number:
    """The value of `node` with only noisy moves beyond the horizon: exact inside the window, a bound outside it.

    A node is a position and the plies left to the horizon, as in `horizon(tree, plies)`; 0 plies are left at the
    horizon and beyond.
    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate; a static value at each node beyond the horizon; `noisy(position, child)`
    depends on the position alone. Cost: each node is visited at most once.
    Returns: a fail-soft result r, min(q, beta) <= r <= max(q, alpha). Here, q is the minimax value of `node` in the
    view `quiescent(tree, noisy, plies)`. The result r need not be a bound on the minimax value in `tree`.
    Raises: TreeError if a node has no static value; also raises any error from `tree` and `noisy`.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    position, left = node
    best = -INF if left else tree.evaluate(node)  # beyond the horizon, the player may stand pat
    if best >= beta:
        return best
    for child in tree.children(node):
        if left or noisy(position, child[0]):
            best = max(best, -quiescence(tree, child, -beta, -max(alpha, best), noisy))
            if best >= beta:
                break
    return best
