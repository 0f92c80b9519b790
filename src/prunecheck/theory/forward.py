"""How many leaves alpha-beta reads on average in the forward model, by recursion over the law that grows its trees.

Source: the idea of the model is of R. Boige, A. Boumaza and B. Scherrer, "AlphaBeta is not as good as you think", arXiv
2506.21996 (2025). The law is this project's instance of it, that of `trees.models.forward`: the root's value is uniform
on 0, ..., n - 1; one child of each node, each with the same chance, has the node's value v; every other child is
uniform on 0, ..., v below a MAX node, and on v, ..., n - 1 below a MIN node.
"""

from fractions import Fraction
from functools import cache

from prunecheck.errors import TreeError
from prunecheck.theory.uniform import check_shape


def expected_leaves_forward(branching: int, depth: int, values: int) -> Fraction:
    """The leaves read on average, over the root's value and all below it, in a window that holds all `values`.

    The law is the same for both players if values are counted from the other end, so each node is looked at as MAX's.
    The player at the root does not matter. Raises: TreeError for a shape that is none, or for `values` below 1.

    >>> expected_leaves_forward(2, 2, 2), expected_leaves_forward(2, 4, 3)
    (Fraction(13, 4), Fraction(16421, 1728))
    """
    check_shape(branching, depth)
    if values < 1:
        raise TreeError(f"the number of values is {values}; use at least 1")
    top = values - 1

    @cache
    def below(height: int, value: int, alpha: int, beta: int) -> Fraction:
        """Leaves read below a node of that value, in a window."""
        return onward(height, value, alpha, beta, branching, heir_to_come=True) if height else Fraction(1)

    @cache
    def onward(height: int, value: int, best: int, beta: int, left: int, *, heir_to_come: bool) -> Fraction:
        """Leaves read below the last `left` children of a node, of which the others came to `best`."""
        if not left or best >= beta:
            return Fraction(0)

        def through(child: int, *, heir_to_come: bool) -> Fraction:
            read = below(height - 1, top - child, top - beta, top - best)
            return read + onward(height, value, max(best, child), beta, left - 1, heir_to_come=heir_to_come)

        chance = Fraction(heir_to_come, left)
        found = chance * through(value, heir_to_come=False) if chance else Fraction(0)
        if chance < 1:
            others = sum(through(child, heir_to_come=heir_to_come) for child in range(value + 1))
            found += (1 - chance) * others / (value + 1)
        return found

    return sum((below(depth, value, -1, values) for value in range(values)), Fraction(0)) / values
