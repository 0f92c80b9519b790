"""MTD(f): null-window searches with stored bounds, first at a guess f, then at the last result, until the bounds meet.

If the last result g is the lower bound, the next test is `v > g`, otherwise `v >= g`. The paper searches integers in
windows of width 1. Floats have no smallest difference, but the searches need none: each search returns the value of a
leaf, which becomes a new bound, so the searches end. If the guess is right, two searches are enough, one for each
bound.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996).
"""

from prunecheck.trees.protocol import N, Number
from prunecheck.variants.memory.mt import mt, passes
from prunecheck.variants.memory.remembered import Memory


def mtd_f(tree: Memory[N], node: N, alpha: Number, beta: Number, guess: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds, guess and result are from MAX's point of view; both bounds are exclusive. Players need not
    alternate.
    Requires: alpha < beta; any guess is allowed; the bounds stored with the tree are correct. Cost: one null-window
    search for each new bound. No leaf is evaluated that alpha-beta prunes, and no leaf is evaluated twice unless its
    stored bounds are lost.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
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
