"""Nodes of uniform trees, inner ones included: the most, the fewest, and how many alpha-beta visits on average.

What is visited at ply k of a deeper tree is, in number, what is read of a tree of depth k: in the best order, in the
worst, and on average too, since the values at ply k are themselves drawn independently from one continuous law.
Sources and terms are those of `uniform`. The root is a node.
"""

from math import fsum

from prunecheck.theory.uniform import check_shape, expected_leaves, fewest_leaves, most_leaves


def most_nodes(branching: int, depth: int) -> int:
    """1 + b + ... + b^d: all nodes. Raises: TreeError for a shape that is none.

    >>> most_nodes(8, 7) - 1
    2396744
    """
    check_shape(branching, depth)
    return sum(most_leaves(branching, ply) for ply in range(depth + 1))


def fewest_nodes(branching: int, depth: int) -> int:
    """The nodes of the minimal tree: the sum of its leaves at each depth. Raises: TreeError for a shape that is none.

    >>> fewest_nodes(2, 4), fewest_nodes(4, 6)
    (18, 268)
    """
    check_shape(branching, depth)
    return sum(fewest_leaves(branching, ply) for ply in range(depth + 1))


def expected_nodes(branching: int, depth: int) -> float:
    """N(b, 0) + N(b, 1) + ... + N(b, d): the nodes that alpha-beta visits on average where leaves are independent.

    Raises: the same TreeError as `expected_leaves`.

    >>> round(expected_nodes(2, 3), 4)
    13.5143
    """
    check_shape(branching, depth)
    return fsum(expected_leaves(branching, ply) for ply in range(depth + 1))


def leaves_by_type(branching: int, depth: int) -> tuple[int, int, int]:
    """The leaves of the minimal tree by type: of the principal line, of cut nodes, and of nodes searched whole.

    Type 1 is the leaf to which first children lead. Of the others, look for the first node on the path that is no first
    child: the leaf is of type 2 if an even number of plies lie between, none for the leaf itself, of type 3 if an odd.
    Source: Knuth and Moore 1975. Raises: TreeError for a shape that is none.

    >>> leaves_by_type(40, 3)
    (1, 1599, 39)
    """
    check_shape(branching, depth)
    return 1, branching ** (depth - depth // 2) - 1, branching ** (depth // 2) - 1
