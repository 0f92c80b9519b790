"""Leaves evaluated in uniform trees by alpha-beta without deep cutoffs (F1): only the parent's bound cuts off a node.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975). Terms are defined in the module
`uniform`.
"""

from collections.abc import Sequence
from math import prod, sqrt
from typing import Final

from prunecheck.theory.uniform import check_shape

ROUNDS: Final = 200  # rounds of the power method; it converges fast, because the second eigenvalue is much smaller


def fewest_leaves_shallow(branching: int, depth: int) -> int:
    """T(d) = T(d - 1) + (b - 1) T(d - 2), T(0) = 1, T(1) = b: the leaves evaluated in the best order.

    The first child of the root is searched like a root. All later children of the root are cut off after their own
    first child, which is searched without a bound. From depth 4 on, the result is greater than `fewest_leaves`.
    Raises: TreeError if the shape is impossible.

    >>> [fewest_leaves_shallow(2, depth) for depth in range(9)]
    [1, 2, 3, 5, 8, 13, 21, 34, 55]
    """
    check_shape(branching, depth)
    leaves, deeper = 1, branching
    for _ in range(depth):
        leaves, deeper = deeper, deeper + (branching - 1) * leaves
    return leaves


def least_growth_shallow(branching: int) -> float:
    """(1 + sqrt(4 b - 3)) / 2: the limit of T(d + 1) / T(d) as the depth d grows.

    T(d) is the least number of leaves that a search without deep cutoffs evaluates at depth d.

    Raises: TreeError if `branching` is below 1.

    >>> round(least_growth_shallow(2), 6), least_growth_shallow(3)
    (1.618034, 2.0)
    """
    check_shape(branching, 0)
    return (1 + sqrt(4 * branching - 3)) / 2


def growth_bounds_shallow(branching: int) -> tuple[float, float]:
    """Lower and upper bounds on the factor by which the mean number of leaves grows per ply, in the limit.

    Leaf values are independent. Child j of child i of a node is not cut off with the probability
    p(i, j) = 1 / C(i - 1 + (j - 1) / b, i - 1). p(i, j) is the probability that all i - 1 left siblings of the child's
    parent have smaller values than all j - 1 left siblings of the child. (The value of each left sibling of the parent
    is the minimum of b values.) A leaf is evaluated if no node on its path is cut off.

    A leaf is evaluated with a probability of at least the product of the p(i, j) along its path: if a node is not cut
    off, this makes it more likely that its child is not cut off either. The lower bound is therefore the greatest
    eigenvalue of the matrix with the entries p(i, j).

    A leaf is evaluated with a probability of at most the square root of the product of the p(i, j) along its path:
    whether a node is cut off does not depend on whether its grandparent is cut off. The upper bound is therefore the
    greatest eigenvalue of the matrix with the entries sqrt(p(i, j)).

    Raises: TreeError if `branching` is below 1.

    >>> [round(bound, 3) for bound in growth_bounds_shallow(2)]
    [1.847, 1.912]
    """
    check_shape(branching, 0)
    chances = [
        [1 / prod(1 + place / branching / nth for nth in range(1, left + 1)) for place in range(branching)]
        for left in range(branching)
    ]
    return _eigenvalue(chances), _eigenvalue([[sqrt(chance) for chance in row] for row in chances])


def _eigenvalue(matrix: Sequence[Sequence[float]]) -> float:
    """The greatest eigenvalue of a positive matrix, computed by the power method."""
    vector = [1.0] * len(matrix)
    largest = 1.0
    for _ in range(ROUNDS):
        image = [sum(a * x for a, x in zip(row, vector, strict=True)) for row in matrix]
        largest = max(image)
        vector = [value / largest for value in image]
    return largest
