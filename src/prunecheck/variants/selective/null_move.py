"""Null-move pruning: a node is cut off if a shallower search shows that even a pass reaches beta.

The search assumes that some move is better than a pass. The result can be wrong in zugzwang, where every move is worse
than a pass, or if the shallower search overlooks a threat.

Source: G. Goetsch and M. S. Campbell, "Experiments with the null-move heuristic" (1990), after D. F. Beal, "Experiments
with the null move" (1989); C. Donninger, "Null move and deep search", ICCA Journal 16 (1993), with R = 2.
"""

from collections.abc import Callable
from typing import Final

from prunecheck.trees.protocol import INF, N, Number, Tree

R: Final = 2  # R: the search after a pass is this many plies shallower than the search after a move


def null_move(
    tree: Tree[tuple[N, int], Number],
    node: tuple[N, int],
    alpha: Number,
    beta: Number,
    after_pass: Callable[[N], N | None],
    *,
    passed: bool = False,
) -> Number:
    """The value of `node`, by a fail-soft search; it can be wrong if a null move misleads the search.

    A node is a pair of a position and the plies left, as in a `Cut`. `after_pass(position)` is the position after a
    pass, or None if the player may not pass, for example in check. If `passed` is True, the last move was a pass, and
    no second pass follows.
    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate; static values at interior nodes. Cost: apart from searches after a pass,
    each node is visited at most once. A search after a pass visits nodes again, R plies less deep than a search after a
    move.
    Returns: a value that need not be a bound on the value of `node`. Which moves are skipped depends on the window and
    on the move order.
    Raises: TreeError if a node has no static value; also raises any error from `tree` and `after_pass`.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    position, left = node
    other = after_pass(position) if beta < INF and not passed else None
    if other is not None:
        shallow = other, max(left - 1 - R, 0)
        value = -null_move(tree, shallow, -beta, -alpha, after_pass, passed=True)
        if value >= beta:
            return value
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -null_move(tree, child, -beta, -max(alpha, best), after_pass))
        if best >= beta:
            break
    return best
