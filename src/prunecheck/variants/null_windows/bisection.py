"""Bisection: null-window searches with stored bounds, each in the middle between the current bounds on the value.

As long as a bound is infinite, the null window is at 0 if 0 lies between the bounds, and otherwise at twice the finite
bound. The lower and the upper bound meet even if values are close together, since each search returns the value of a
leaf.

Source: K. Coplan, "A special-purpose machine for an improved search algorithm for deep chess combinations" (1982),
where it is called C*; P. Pons, "Solving Connect 4", part 8.
"""

from fractions import Fraction

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.mt import mt, passes
from prunecheck.variants.memory.remembered import Memory


def bisection(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta; the bounds stored with the tree are correct. Cost: one null-window search for each new
    bound. No leaf is evaluated that alpha-beta prunes, and no leaf is evaluated twice unless its stored bounds are
    lost.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    lower, upper = alpha, beta
    while lower < upper:
        bound = middle(lower, upper)
        strict = bound == lower
        found = mt(tree, node, bound, strict)
        if passes(found, bound, strict):
            lower = found
        else:
            upper = found
    return found


def middle(lower: Number, upper: Number) -> Number:
    """The exact middle of two bounds.

    If one bound is infinite, the result is 0 if 0 lies between the bounds, otherwise twice the finite bound.

    Requires: lower < upper. Returns: a number from `lower` to `upper`.

    >>> middle(-INF, INF), middle(-5, INF), middle(5, INF), middle(-INF, -5), middle(1, 2)
    (0, 0, 10, -10, Fraction(3, 2))
    """
    if upper == INF:
        return max(0, 2 * lower)
    if lower == -INF:
        return min(0, 2 * upper)
    return (Fraction(lower) + Fraction(upper)) / 2
