"""Uniform trees: all interior nodes have equally many children, all leaves have the same depth, players alternate."""

from collections.abc import Hashable, Iterator
from typing import NoReturn, TypeAlias

from prunecheck.errors import TreeError
from prunecheck.trees.models.splitmix import MOST_CHOICES

Place: TypeAlias = tuple[int, int]  # (plies below the root, number of nodes to the left in that ply)
Valued: TypeAlias = tuple[int, int, float]  # a place, and a value computed along the path to the node

MOST_PLACES = 2**63  # so that a place fits a signed 64-bit integer


def check_shape(branching: int, depth: int) -> None:
    """Refuse a branching or a depth that no uniform tree has.

    Raises: TreeError, which says what is wrong.
    """
    if not 1 <= branching <= MOST_CHOICES:
        raise TreeError(f"branching is {branching}; use at least 1 child and at most {MOST_CHOICES}")
    if depth < 0:
        raise TreeError(f"depth is {depth}; use 0 or more plies")


def check_uniform(branching: int, depth: int) -> None:
    """Refuse an impossible branching or depth, and a tree with more leaves than 63 bits can number.

    Raises: TreeError, which says what is wrong.
    """
    check_shape(branching, depth)
    if branching > 1 and (depth > 63 or branching**depth > MOST_PLACES):
        raise TreeError(
            f"depth {depth} with branching {branching} gives more leaves than 63 bits can number; use a smaller depth"
        )


def check_choices(values: int) -> None:
    """Refuse a number of values below 1, or too great for the random numbers of `below`.

    Raises: TreeError, which says what is wrong.
    """
    if not 1 <= values <= MOST_CHOICES:
        raise TreeError(f"the number of values is {values}; use at least 1 and at most {MOST_CHOICES}")


class Uniform:
    """The base class of all uniform trees. A node is a tuple that begins with its ply and its index in the ply."""

    def __init__(self, branching: int, depth: int, *, max_at_root: bool = True) -> None:
        """Set the number of children of each interior node (`branching`), and the depth of all leaves.

        Raises: TreeError for a branching below 1, a depth below 0, or more leaves than 63 bits can number.
        """
        self._check_size(branching, depth)
        self._branching = branching
        self._depth = depth
        self._max_at_root = max_at_root

    def _check_size(self, branching: int, depth: int) -> None:
        """Refuse a branching or a depth that trees of this model cannot have."""
        check_uniform(branching, depth)

    def is_terminal(self, node: Place | Valued, /) -> bool:
        """True at the depth of the leaves."""
        return node[0] == self._depth

    def is_max(self, node: Place | Valued, /) -> bool:
        """True if MAX is to move."""
        return (node[0] % 2 == 0) == self._max_at_root

    def key(self, node: Place | Valued, /) -> Hashable:
        """The node itself, since no position occurs at two nodes."""
        return node


class UniformPlaces(Uniform):
    """A uniform tree in which a node is a pair: its ply, and its index in the ply.

    A subclass defines the value of a leaf.
    """

    @property
    def root(self) -> Place:
        """The root, which is the only node at ply 0."""
        return 0, 0

    def children(self, node: Place, /) -> Iterator[Place]:
        """The children, left to right, each as a pair of its ply and its index in the ply."""
        ply, place = node
        first = place * self._branching
        for nth in range(self._branching):
            yield ply + 1, first + nth

    def _check_leaf(self, node: Place) -> None:
        if node[0] != self._depth:
            refuse_static_value(node, self._depth)


def refuse_static_value(node: Place, depth: int) -> NoReturn:
    """Raise an error if a search evaluates an interior node, which has no static value.

    `depth` is the depth of the leaves.
    """
    raise TreeError(
        f"depth limits and orderings need static values, but node {node} has none in this model; search the tree to "
        f"depth {depth}"
    )
