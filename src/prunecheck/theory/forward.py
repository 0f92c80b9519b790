"""The leaves that alpha-beta and SCOUT evaluate on average in the forward model, by recursion over its distributions.

Source: the idea of the model is from R. Boige, A. Boumaza and B. Scherrer, "AlphaBeta is not as good as you think",
arXiv 2506.21996 (2025). The distribution is the one of `trees.models.forward`: the root's value is uniform on
0, ..., n - 1; one child of each node, chosen uniformly, has the node's value v; every other child is uniform on
0, ..., v below a MAX node, and on v, ..., n - 1 below a MIN node.
"""

from fractions import Fraction
from functools import cache
from typing import Protocol

from prunecheck.errors import TreeError
from prunecheck.theory.uniform import check_shape


def expected_leaves_forward(branching: int, depth: int, values: int) -> Fraction:
    """The mean number of leaves evaluated, over all trees of the model, in a window that contains all `values`.

    Counting values from the other end exchanges the players, so every node is treated as MAX's, and the player at the
    root does not matter. Raises: TreeError for an impossible shape, or for `values` below 1.

    >>> expected_leaves_forward(2, 2, 2), expected_leaves_forward(2, 4, 3)
    (Fraction(13, 4), Fraction(16421, 1728))
    """
    check_shape(branching, depth)
    if values < 1:
        raise TreeError(f"the number of values is {values}; use at least 1")
    top = values - 1

    @cache
    def below(height: int, value: int, alpha: int, beta: int) -> Fraction:
        """Leaves evaluated below a node with that value, in a window."""
        return onward(height, value, alpha, beta, branching, heir_to_come=True) if height else Fraction(1)

    @cache
    def onward(height: int, value: int, best: int, beta: int, left: int, *, heir_to_come: bool) -> Fraction:
        """Leaves evaluated below the last `left` children of a node, if the best of the others is `best`."""
        if not left or best >= beta:
            return Fraction(0)

        def through(child: int, *, heir_to_come: bool) -> Fraction:
            read = below(height - 1, top - child, top - beta, top - best)
            return read + onward(height, value, max(best, child), beta, left - 1, heir_to_come=heir_to_come)

        return _mean(value, left, through, heir_to_come=heir_to_come)

    return sum((below(depth, value, -1, values) for value in range(values)), Fraction(0)) / values


def expected_evaluations_scout(branching: int, depth: int, values: int) -> Fraction:
    """The mean number of evaluations by SCOUT, over all trees of the model; each evaluation of a leaf counts.

    Every node is treated as MAX's, as above. Raises: as `expected_leaves_forward`.

    >>> expected_evaluations_scout(2, 2, 2), expected_evaluations_scout(2, 4, 3)
    (Fraction(117, 32), Fraction(45731, 3888))
    """
    check_shape(branching, depth)
    if values < 1:
        raise TreeError(f"the number of values is {values}; use at least 1")
    top = values - 1

    @cache
    def search(height: int, value: int) -> Fraction:
        """Evaluations below a node with that value, by a search."""
        return onward(height, value, -1, branching, heir_to_come=True) if height else Fraction(1)

    @cache
    def test(height: int, value: int, bound: int) -> Fraction:
        """Evaluations below such a node, to test if its value is > `bound`."""
        return tested(height, value, bound, branching, heir_to_come=True) if height else Fraction(1)

    @cache
    def onward(height: int, value: int, best: int, left: int, *, heir_to_come: bool) -> Fraction:
        """Evaluations below the last `left` children of a node that is searched; -1 is the best of none."""

        def through(child: int, *, heir_to_come: bool) -> Fraction:
            read = test(height - 1, top - child, top - best - 1) if best >= 0 else Fraction(0)
            if child > best:
                read += search(height - 1, top - child)
            return read + onward(height, value, max(best, child), left - 1, heir_to_come=heir_to_come)

        return _mean(value, left, through, heir_to_come=heir_to_come) if left else Fraction(0)

    @cache
    def tested(height: int, value: int, bound: int, left: int, *, heir_to_come: bool) -> Fraction:
        """Evaluations below the last `left` children of a node that is tested, if none of the others is > `bound`."""

        def through(child: int, *, heir_to_come: bool) -> Fraction:
            read = test(height - 1, top - child, top - bound - 1)
            return read if child > bound else read + tested(height, value, bound, left - 1, heir_to_come=heir_to_come)

        return _mean(value, left, through, heir_to_come=heir_to_come) if left else Fraction(0)

    return sum((search(depth, value) for value in range(values)), Fraction(0)) / values


class _Through(Protocol):
    """The rest of a node's children, the next one with that value."""

    def __call__(self, child: int, *, heir_to_come: bool) -> Fraction: ...


def _mean(value: int, left: int, through: _Through, *, heir_to_come: bool) -> Fraction:
    """The mean over the values of the next of `left` children; the heir may be any of them, if it is to come."""
    chance = Fraction(heir_to_come, left)
    found = chance * through(value, heir_to_come=False) if chance else Fraction(0)
    if chance < 1:
        others = sum((through(child, heir_to_come=heir_to_come) for child in range(value + 1)), Fraction(0))
        found += (1 - chance) * others / (value + 1)
    return found
