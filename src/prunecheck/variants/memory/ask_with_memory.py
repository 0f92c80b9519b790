"""The null-window question with a transposition table: `ask`, which stores its answer as a bound and looks bounds up.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996): MT, the
memory-enhanced test that all MTD searches call. Their MT tests `v >= bound`; both questions are needed for floats.
"""

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def ask_with_memory(tree: Memory[N], node: N, bound: Number, strict: bool) -> Number:
    """A bound on the value v of `node` that answers `v > bound` if `strict`, else `v >= bound`; it is stored.

    Viewpoint: the player to move at `node`, for the result and the bound; run it on `remembered_mover(tree)`.
    Requires: players alternate; every entry of the table brackets the value of its node.
    Cost: nothing below a node whose bounds answer the question; else as `ask`.
    Returns: r on the same side of `bound` as v. If the answer is yes, r <= v, else r >= v.
    Raises: nothing itself; errors from `tree` pass through.
    """
    lower, upper = tree.bounds(node)
    if lower > bound or (lower == bound and not strict):
        return lower
    if upper < bound or (upper == bound and strict):
        return upper
    if tree.is_terminal(node):
        value = tree.evaluate(node)
        tree.remember(node, value, value, NO_MOVE)
        return value
    best: Number = -INF
    move = 0
    yes = False
    for nth, child in enumerate(tree.children(node)):
        value = -ask_with_memory(tree, child, -bound, not strict)
        if value > best:
            best = value
            move = nth
        yes = best > bound or (best == bound and not strict)
        if yes:
            break
    tree.remember(node, best if yes else -INF, INF if yes else best, move)
    return best
