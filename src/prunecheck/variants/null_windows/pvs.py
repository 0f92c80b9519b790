"""Principal variation search, fail-hard as in F2: each child after the first is first searched in a null window.

PVS assumes that the first move is the best. If the first move is the best, null-window searches refute all other moves,
and nothing is searched twice. PVS and NegaScout are the same idea, but publications differ in the window of the
re-search. In many descriptions of PVS, the re-search starts at alpha. In NegaScout, Marsland's PVS of 1986 and this
PVS, the re-search starts at the value that the null-window search returned, which saves evaluations. When this PVS
fails low, it returns alpha, as F2 does; NegaScout and Marsland's PVS are fail-soft.

Source: T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14 (1982);
with the re-search of T. A. Marsland, "A review of game-tree pruning", ICCA Journal 9 (1986).
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.variants.null_windows.ask import ask


def pvs(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node` if it lies inside the window.

    After a fail low, the result is alpha or, for a leaf, the leaf's value.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: alpha < beta; players alternate. Cost: evaluates only leaves that alpha-beta evaluates, but some of them
    again in each re-search.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window. Values of
    leaves are not clamped to the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for nth, child in enumerate(tree.children(node)):
        if nth == 0:
            value = -pvs(tree, child, -beta, -alpha)
        else:
            value = -ask(tree, child, -alpha, False)
            if alpha < value < beta:  # better than the first, so a new principal variation
                value = -pvs(tree, child, -beta, -value)
        if value >= beta:
            return value
        if value > alpha:
            alpha = value
    return alpha
