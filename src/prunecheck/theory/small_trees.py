"""Count small trees: shapes, orders of leaf values, and cases for an exhaustive check.

For a search that only compares values, only the *weak order* of the leaf values and the window's ends matters: which
values are smaller than which, and which are equal. If the search also negates values, the *signed* weak order matters:
the order of the values and their negatives together.

Sources: the shapes are counted as in Schroeder, "Vier combinatorische Probleme" (1870), and the weak orders as in
Cayley, "On the analytical forms called trees" (1859). There are as many signed weak orders as faces of the Coxeter
complex of type B.
"""

from functools import cache
from math import comb

from prunecheck.errors import TreeError


def _check_leaves(leaves: int) -> None:
    """Refuse a number of leaves below 1. Raises: TreeError."""
    if leaves < 1:
        raise TreeError(f"there is no tree with {leaves} leaves; use at least 1")


@cache
def shapes(leaves: int) -> int:
    """The number of ordered trees with `leaves` leaves in which no node has exactly one child.

    Raises: TreeError if `leaves` is below 1.

    >>> [shapes(leaves) for leaves in range(1, 9)]
    [1, 1, 3, 11, 45, 197, 903, 4279]
    """
    _check_leaves(leaves)
    before, last = 1, 1
    for n in range(2, leaves):
        before, last = last, (3 * (2 * n - 1) * last - (n - 2) * before) // (n + 1)
    return last


def low_shapes(leaves: int, height: int, *, single_children: bool = True) -> int:
    """The number of ordered trees with `leaves` leaves and a height of at most `height`.

    If `single_children` is True, nodes with exactly one child are allowed.

    Raises: TreeError if `leaves` is below 1.

    >>> [low_shapes(1, height) for height in range(4)]
    [1, 2, 3, 4]
    >>> [low_shapes(3, height, single_children=False) for height in range(4)]
    [0, 1, 3, 3]
    """
    _check_leaves(leaves)
    below = [0, 1] + [0] * (leaves - 1)  # number of leaves -> number of trees
    for _ in range(height):
        lists = [1] + [0] * leaves  # lists of trees with less height
        for n in range(1, leaves + 1):
            lists[n] = sum(below[k] * lists[n - k] for k in range(1, n + 1))
        here = lists if single_children else [at - one for at, one in zip(lists, below, strict=True)]
        below = [0, here[1] + 1, *here[2:]]
    return below[leaves]


def all_shapes(leaves: int, chains: int = 0) -> int:
    """The number of tree shapes with `leaves` leaves.

    Shapes in which some node has only one child are counted only if they are at most `chains` plies high.

    >>> all_shapes(3), all_shapes(3, chains=3)
    (3, 70)
    """
    with_chains = low_shapes(leaves, chains) - low_shapes(leaves, chains, single_children=False)
    return shapes(leaves) + with_chains


@cache
def weak_orders(items: int) -> int:
    """The number of weak orders of `items` items (orders in which items can be equal): a Fubini number.

    >>> [weak_orders(items) for items in range(11)]
    [1, 1, 3, 13, 75, 541, 4683, 47293, 545835, 7087261, 102247563]
    """
    return sum(comb(items, lowest) * weak_orders(items - lowest) for lowest in range(1, items + 1)) or 1


@cache
def signed_weak_orders(items: int) -> int:
    """The number of ways in which `items` numbers and their negatives can be ordered, with ties.

    An order of numbers and their negatives is called a signed weak order: each number is positive, negative or 0, and
    the absolute values are ordered, with ties.

    >>> [signed_weak_orders(items) for items in range(8)]
    [1, 3, 17, 147, 1697, 24483, 423857, 8560947]
    """
    return sum(comb(items, others) * 2**others * weak_orders(others) for others in range(items + 1))


def leaf_orders(leaves: int, *, signed: bool = False) -> int:
    """The number of orders, with ties, of `leaves` leaf values, which can include the extremes -inf and inf.

    The lowest leaf value either is -inf or is greater than -inf, and the highest leaf value either is inf or is less
    than inf. Each order of the leaf values is therefore counted as 2 x 2 cases. The order in which all leaf values are
    equal has only three cases, since no value is both -inf and inf.

    If `signed` is True, the leaf values and their negatives are ordered together (see `signed_weak_orders`). Each order
    is then counted as two cases: the greatest absolute value either is inf or is less than inf. The order in which all
    leaf values are 0 is only one case.

    >>> [leaf_orders(leaves) for leaves in range(1, 5)], [leaf_orders(leaves, signed=True) for leaves in range(1, 5)]
    ([3, 11, 51, 299], [5, 33, 293, 3393])
    """
    _check_leaves(leaves)
    return 2 * signed_weak_orders(leaves) - 1 if signed else 4 * weak_orders(leaves) - 1


def orders(leaves: int, *, signed: bool = False) -> int:
    """The number of orders, with ties, of alpha, beta and `leaves` leaf values, if alpha < beta.

    Each value can be -inf or inf. If `signed` is True, each value is positive, negative or 0, and the absolute values
    are ordered. Together, n leaf values, alpha and beta are n + 2 items. Orders with ties are called weak orders. There
    are as many weak orders of n + 2 items with alpha = beta as weak orders of n + 1 items. Of the weak orders in which
    alpha and beta differ, half have alpha < beta.

    The lowest value either is -inf or is greater, and the highest value either is inf or is less. Each order therefore
    counts four times (2 x 2 cases). If `signed` is True, each order counts twice: the greatest absolute value either is
    inf or is less.

    >>> orders(7) // 4 * shapes(7), orders(8) // 4 * shapes(8)
    (2953453839, 203595466129)
    """
    _check_leaves(leaves)
    if signed:
        return signed_weak_orders(leaves + 2) - signed_weak_orders(leaves + 1)
    return 2 * (weak_orders(leaves + 2) - weak_orders(leaves + 1))


def cases(leaves: int, *, signed: bool = False, chains: int = 0) -> int:
    """The number of cases with exactly `leaves` leaves: the product of the numbers of shapes, root players and orders.

    >>> [cases(leaves) for leaves in range(1, 7)]
    [40, 248, 5592, 182248, 7669800, 392851096]
    >>> [cases(leaves, signed=True) for leaves in range(1, 6)]
    [260, 3100, 136716, 8786228, 732338100]
    """
    return 2 * all_shapes(leaves, chains) * orders(leaves, signed=signed)
