"""The number of nodes visited in uniform trees, interior nodes included: maximum, minimum, and alpha-beta's mean.

At ply k of a deeper tree, a search visits as many nodes as it evaluates leaves in a tree of depth k. This is true in
the best order, in the worst order, and on average. For the average, the reason is that the values of the nodes at ply
k, like those of leaves, are independent and have the same continuous distribution. The root counts as a node, too. For
sources and terms, see the module `uniform`.
"""

from math import fsum

from prunecheck.theory.uniform import check_shape, expected_leaves, fewest_leaves, most_leaves


def most_nodes(branching: int, depth: int) -> int:
    """1 + b + ... + b^d: the number of all nodes. Raises: TreeError if the shape is impossible.

    >>> most_nodes(8, 7) - 1
    2396744
    """
    check_shape(branching, depth)
    return sum(most_leaves(branching, ply) for ply in range(depth + 1))


def fewest_nodes(branching: int, depth: int) -> int:
    """The number of nodes of the minimal tree: the sum of the fewest leaves at each depth from 0 to `depth`.

    Raises: TreeError if the shape is impossible.

    >>> fewest_nodes(2, 4), fewest_nodes(4, 6)
    (18, 268)
    """
    check_shape(branching, depth)
    return sum(fewest_leaves(branching, ply) for ply in range(depth + 1))


def expected_nodes(branching: int, depth: int) -> float:
    """N(b, 0) + N(b, 1) + ... + N(b, d): the nodes that alpha-beta visits on average if leaves are independent.

    Raises: the same TreeError as `expected_leaves`.

    >>> round(expected_nodes(2, 3), 4)
    13.5143
    """
    check_shape(branching, depth)
    return fsum(expected_leaves(branching, ply) for ply in range(depth + 1))


def leaves_by_type(branching: int, depth: int) -> tuple[int, int, int]:
    """The leaves of the minimal tree by type: on the principal variation (1), below cut nodes (2), below all-nodes (3).

    The leaf that is reached by first children alone has type 1. A leaf has type 2 if it lies an even number of plies
    (or 0) below the first node on its path that is not a first child. A leaf has type 3 if it lies an odd number of
    plies below the first node on its path that is not a first child.
    Source: Knuth and Moore 1975. Raises: TreeError if the shape is impossible.

    >>> leaves_by_type(40, 3)
    (1, 1599, 39)
    """
    check_shape(branching, depth)
    return 1, branching ** (depth - depth // 2) - 1, branching ** (depth // 2) - 1
