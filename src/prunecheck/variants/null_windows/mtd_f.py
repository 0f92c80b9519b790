"""MTD(f): null-window searches with memory, first at a guess f, then at the last result, until the bounds meet.

If the last result g is the lower bound, the next test is `v > g`, else `v >= g`. The paper searches integers in windows
of one unit. Other values have no such unit, and do not need one: each result is the value of a leaf and moves a bound,
so the searches end. A right guess takes two searches, one for each bound.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996).
"""

from prunecheck.trees.protocol import N, Number
from prunecheck.variants.memory.mt import mt, passes
from prunecheck.variants.memory.remembered import Memory


def mtd_f(tree: Memory[N], node: N, alpha: Number, beta: Number, guess: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: MAX, for the result, the guess and both bounds (exclusive). Players need not alternate.
    Requires: alpha < beta; any guess; the bounds in the memory are right. Cost: one null-window search for each new
    bound; no leaf that alpha-beta prunes, and no leaf twice unless the memory loses it.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    lower, upper = alpha, beta
    found = guess
    while lower < upper:
        bound = max(lower, min(found, upper))
        strict = bound == lower
        found = mt(tree, node, bound, strict)
        if passes(found, bound, strict):
            lower = found
        else:
            upper = found
    return found
