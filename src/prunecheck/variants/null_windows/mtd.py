"""MTD: a driver that asks null-window questions with memory until the bounds on the value meet.

Each answer moves a bound past the value of a leaf, so the questions end for any values. The paper searches integers in
the window (g - 1, g), or in (g, g + 1) if g is the lower bound. Other values have no such step. Here the same questions
are asked without one: `v >= g`, or `v > g` if g is the lower bound.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996), MTD(first, next).
"""

from typing import Protocol

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.variants.null_windows.mt import Bounds, mt, passes


class Next(Protocol):
    """Where to ask next."""

    def __call__(self, lower: Number, upper: Number, found: Number, /) -> Number:
        """A number, from the bounds on the value and the last answer, which is one of them."""


def mtd(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, first: Number, following: Next) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: MAX, for the result, both bounds (exclusive) and the numbers to ask at. Players need not alternate.
    Requires: alpha < beta. Any number to ask at will do: it is clamped to the bounds on the value.
    Cost: one question for each new bound; each leaf that alpha-beta evaluates at most once, and no other; memory for
    each node visited.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing itself; errors from `tree` pass through.
    """
    memory: dict[N, Bounds] = {}
    lower, upper = alpha, beta
    bound = first
    while True:
        bound = max(lower, min(bound, upper))
        strict = bound == lower
        found = mt(tree, node, bound, strict, memory)
        if passes(found, bound, strict):
            lower = found
        else:
            upper = found
        if lower >= upper:
            return found
        bound = following(lower, upper, found)
