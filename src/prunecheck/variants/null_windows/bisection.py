"""Bisection: null-window questions with memory, each in the middle of the bounds on the value.

While a bound is infinite, the question is at 0, or at twice the other bound if 0 is not between them. Values may lie
closer than any step: an answer is the value of a leaf, so the bounds meet all the same.

Source: K. Coplan, "A special-purpose machine for an improved search algorithm for deep chess combinations" (1982),
where it is C*; P. Pons, "Solving Connect 4", part 8.
"""

from fractions import Fraction

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.variants.null_windows.mtd import mtd


def bisection(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: MAX, for the result and both bounds (exclusive). Players need not alternate.
    Requires: alpha < beta. Cost: each leaf that alpha-beta evaluates at most once, and no other; memory for each node
    visited.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    return mtd(tree, node, alpha, beta, middle(alpha, beta), lambda lower, upper, found: middle(lower, upper))


def middle(lower: Number, upper: Number) -> Number:
    """The exact middle of two bounds, or a number in their direction if one is infinite."""
    if upper == INF:
        return max(0, 2 * lower)
    if lower == -INF:
        return min(0, 2 * upper)
    return (Fraction(lower) + Fraction(upper)) / 2
