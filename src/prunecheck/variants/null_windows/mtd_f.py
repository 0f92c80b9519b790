"""MTD(f): null-window questions from a first guess f, each at the answer to the last one.

With a good guess, as from a shallower search, two questions are enough: one for each bound.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996).
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.variants.null_windows.mtd import mtd


def mtd_f(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, guess: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: MAX, for the result, the guess and both bounds (exclusive). Players need not alternate.
    Requires: alpha < beta; any guess. Cost: each leaf that alpha-beta evaluates at most once, and no other; memory for
    each node visited.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    return mtd(tree, node, alpha, beta, guess, lambda lower, upper, found: found)
