"""The mean number of leaves that alpha-beta and SCOUT evaluate in the forward model, computed by recursion.

Source: the idea of the model is from R. Boige, A. Boumaza and B. Scherrer, "AlphaBeta is not as good as you think",
arXiv 2506.21996 (2025). The distribution is that of `trees.models.forward`. All values 0, ..., n - 1 of the root are
equally likely. One child of each node, chosen uniformly, has the node's value v. The value of every other child is
uniform on 0, ..., v below a MAX node, and on v, ..., n - 1 below a MIN node.

If every value v is replaced by n - 1 - v, MAX and MIN are exchanged. Every node can therefore be treated as a MAX node,
and the results are the same for either player at the root. Each function counts evaluations, so a leaf that SCOUT
evaluates twice counts twice.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Final, Literal, TypeAlias

from prunecheck.errors import TreeError
from prunecheck.theory.uniform import check_shape

Searched: TypeAlias = Literal["alpha-beta", "scout"]
Number: TypeAlias = Fraction | float


def expected_leaves_forward(branching: int, depth: int, values: int, search: Searched = "alpha-beta") -> Fraction:
    """The mean number of leaves evaluated in trees of the forward model, in a window that contains all values.

    Raises: TreeError if the shape is impossible, or if `values` is below 1.

    >>> expected_leaves_forward(2, 2, 2), expected_leaves_forward(2, 4, 3)
    (Fraction(13, 4), Fraction(16421, 1728))
    >>> expected_leaves_forward(2, 2, 2, "scout")
    Fraction(117, 32)
    """
    return Fraction(_by_depth(branching, depth, values, search, Fraction(1))[depth])


@cache
def leaves_by_depth_forward(
    branching: int, depth: int, values: int, search: Searched = "alpha-beta"
) -> tuple[float, ...]:
    """The results of `expected_leaves_forward` for depths from 0 to `depth`, as floats, since fractions are slower.

    Raises: the same errors as `expected_leaves_forward`.

    >>> [round(leaves, 4) for leaves in leaves_by_depth_forward(2, 4, 10, "scout")]
    [1.0, 2.3536, 4.7629, 8.8694, 15.8142]
    """
    return tuple(map(float, _by_depth(branching, depth, values, search, 1.0)))


def scout_wins_from(branching: int, depth: int, values: int) -> int | None:
    """The smallest depth d such that SCOUT evaluates fewer leaves than alpha-beta at each depth from d to `depth`.

    Returns None if SCOUT does not evaluate fewer leaves than alpha-beta at depth `depth`.

    Raises: the same errors as `expected_leaves_forward`.

    >>> scout_wins_from(3, 30, 5), scout_wins_from(2, 30, 10), scout_wins_from(2, 30, 2)
    (11, 24, None)
    """
    scout, alpha_beta = (
        leaves_by_depth_forward(branching, depth, values, search) for search in ("scout", "alpha-beta")
    )
    last = max(height for height in range(depth + 1) if scout[height] >= alpha_beta[height])
    return last + 1 if last < depth else None


def _by_depth(branching: int, depth: int, values: int, search: Searched, one: Number) -> list[Number]:
    """The mean number of evaluated leaves for each depth.

    `one` is the number 1; its type, such as `float` or `Fraction`, is used for the calculation.

    Small depths are computed first to keep the recursion shallow.
    """
    check_shape(branching, depth)
    if values < 1:
        raise TreeError(f"the number of values is {values}; use at least 1")
    leaves = _RECURSIONS[search](branching, values, one)
    return [sum((leaves(height, value) for value in range(values)), 0 * one) / values for height in range(depth + 1)]


def _next_child(value: int, left: int, heir_to_come: bool, one: Number) -> Iterator[tuple[Number, int, bool]]:
    """Yield each possible next child: its probability, its value, and True if a later child inherits the node's value.

    The child that inherits the node's value is called the heir. `heir_to_come` is True if no earlier child is the heir.
    `left` is the number of children to come, including the next child.
    """
    other = one
    if heir_to_come:
        yield one / left, value, False
        other -= one / left
    if other:
        for child in range(value + 1):
            yield other / (value + 1), child, heir_to_come


def _alpha_beta(branching: int, values: int, one: Number) -> Callable[[int, int], Number]:
    """A function from a node's height and value to the mean number of leaves that alpha-beta evaluates below it."""
    top = values - 1

    @cache
    def below(height: int, value: int, alpha: int, beta: int) -> Number:
        """The mean number of leaves evaluated below a node with the value `value`, in the window (alpha, beta)."""
        return onward(height, value, alpha, beta, branching, True) if height else one

    @cache
    def onward(height: int, value: int, best: int, beta: int, left: int, heir_to_come: bool) -> Number:
        """The mean number of leaves evaluated below the `left` children that remain.

        The best value so far is `best`.
        """
        total = 0 * one
        if left and best < beta:
            for chance, child, later in _next_child(value, left, heir_to_come, one):
                read = below(height - 1, top - child, top - beta, top - best)
                total += chance * (read + onward(height, value, max(best, child), beta, left - 1, later))
        return total

    return lambda height, value: below(height, value, -1, values)


def _scout(branching: int, values: int, one: Number) -> Callable[[int, int], Number]:
    """A function from a node's height and value to the mean number of leaves that SCOUT evaluates below it.

    Source: J. Pearl, "Asymptotic properties of minimax trees and game-searching procedures" (1980): procedures EVAL and
    TEST. EVAL evaluates the first child. EVAL tests whether each later child is better than the best child so far, and
    only evaluates the child if it is better. EVAL does not pass a bound to the child that it evaluates.
    """
    top = values - 1

    @cache
    def evaluated(height: int, value: int) -> Number:
        """The mean number of leaves that procedure EVAL evaluates to find the value of a node."""
        return evaluated_onward(height, value, -1, branching, True) if height else one

    @cache
    def evaluated_onward(height: int, value: int, best: int, left: int, heir_to_come: bool) -> Number:
        """The mean number of leaves that EVAL evaluates below the `left` children that remain.

        The best value so far is `best`.
        """
        total = 0 * one
        if left:
            for chance, child, later in _next_child(value, left, heir_to_come, one):
                read = tested(height - 1, top - child, top - best - 1) if left < branching else 0 * one
                if child > best:
                    read += evaluated(height - 1, top - child)
                total += chance * (read + evaluated_onward(height, value, max(best, child), left - 1, later))
        return total

    @cache
    def tested(height: int, value: int, bound: int) -> Number:
        """The mean number of leaves that procedure TEST evaluates to find out if a node's value is above `bound`."""
        return tested_onward(height, value, bound, branching, True) if height else one

    @cache
    def tested_onward(height: int, value: int, bound: int, left: int, heir_to_come: bool) -> Number:
        """The mean number of leaves that TEST evaluates below the `left` children that remain.

        No earlier child exceeds `bound`.
        """
        total = 0 * one
        if left:
            for chance, child, later in _next_child(value, left, heir_to_come, one):
                read = tested(height - 1, top - child, top - bound - 1)
                if child <= bound:
                    read += tested_onward(height, value, bound, left - 1, later)
                total += chance * read
        return total

    return evaluated


_RECURSIONS: Final = {"alpha-beta": _alpha_beta, "scout": _scout}
