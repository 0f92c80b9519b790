"""The searches that all contenders make: Connect Four to a depth, and uniform explicit trees. MAX moves at the root."""

from array import array
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final, TypeAlias

from prunecheck.trees.compact import CompactTree
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.games.connect_four import ConnectFour, Stones
from prunecheck.trees.views.cut import cut

SEED: Final = 1


@dataclass(frozen=True)
class ConnectFourWorkload:
    """Connect Four, 7 x 6, from the position after the moves of `start`, an even number; a win is worth 1.

    Moves go from left to right, and positions at the depth limit are worth 0.
    """

    depth: int
    start: str = ""

    @property
    def title(self) -> str:
        """The name of the workload."""
        return f"Connect Four, depth {self.depth}"

    @property
    def root(self) -> Stones:
        """The stones of the player to move, and all stones."""
        return ConnectFour(start=self.start).root

    @property
    def tree(self) -> ConnectFour:
        """The tree that our forms search."""
        return cut(ConnectFour(score="weak", start=self.start), self.depth)

    compact_tree = tree  # the same class for compiled searches and plain Python


@dataclass(frozen=True)
class FlatWorkload:
    """A uniform tree in three arrays of 32-bit numbers: node n has the children first[n] ... first[n] + count[n] - 1.

    Nodes are numbered ply by ply. Leaves have pseudorandom values of 16 bits.
    """

    branching: int
    depth: int

    @property
    def title(self) -> str:
        """The name of the workload."""
        return f"flat tree, b = {self.branching}, d = {self.depth}"

    @property
    def interior(self) -> int:
        """The number of interior nodes."""
        return sum(self.branching**ply for ply in range(self.depth))

    @property
    def leaves(self) -> int:
        """The number of leaves."""
        return int(self.branching**self.depth)

    @cached_property
    def first(self) -> "array[int]":
        """The first child of each node; 0 for leaves."""
        return array("i", range(1, 1 + self.interior * self.branching, self.branching)) + _zeros(self.leaves)

    @cached_property
    def count(self) -> "array[int]":
        """The number of children of each node."""
        return array("i", [self.branching]) * self.interior + _zeros(self.leaves)

    @cached_property
    def values(self) -> "array[int]":
        """The value of each leaf for MAX; 0 for interior nodes."""
        return _zeros(self.interior) + array("i", array("h", Random(SEED).randbytes(2 * self.leaves)))  # noqa: S311

    @property
    def tree(self) -> ExplicitTree[int]:
        """The tree that our forms search in plain Python."""
        children = [range(low, low + number) for low, number in zip(self.first, self.count, strict=True)]
        return ExplicitTree(children, self.values, map(bool, self._players))

    @property
    def compact_tree(self) -> CompactTree[int]:
        """The same tree in arrays, for native speed."""
        return CompactTree(self.first, self.count, self.values, self._players)

    @property
    def _players(self) -> bytes:
        """For each node, 1 if MAX is to move."""
        return b"".join(bytes([1 - ply % 2]) * self.branching**ply for ply in range(self.depth + 1))


Workload: TypeAlias = ConnectFourWorkload | FlatWorkload


def _zeros(number: int) -> "array[int]":
    return array("i", [0]) * number
