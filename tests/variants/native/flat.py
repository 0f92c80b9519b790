"""A tree in arrays that Numba can compile, and conversion from explicit trees."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

pytest.importorskip("numpy", reason="the optional extra `native` is not installed")

import numpy as np
from numpy.typing import NDArray

from prunecheck import INF, ExplicitTree, Number, TreeError


@dataclass(frozen=True)
class Kind:
    """A type of values that Numba supports, and its representation of `INF`."""

    number: type[int] | type[float]
    infinity: float

    def native(self, value: Number) -> float:
        """`value` in this type."""
        if value in (INF, -INF):
            return self.infinity if value == INF else -self.infinity
        return self.number(value)

    def plain(self, value: float) -> float:
        """The inverse of `native`."""
        return INF if value == self.infinity else -INF if value == -self.infinity else value


INTEGERS = Kind(int, 2**63 - 1)
FLOATS = Kind(float, INF)


class FlatTree:
    """Nodes are numbered breadth first, so the children of a node are a range; each evaluation is logged.

    Plain Python that also compiles. `int(node)` is there because Numba does not narrow `int | None` as mypy does.
    """

    def __init__(
        self,
        first: NDArray[np.int64],
        count: NDArray[np.int64],
        values: NDArray[np.int64] | NDArray[np.float64],
        max_to_move: NDArray[np.bool_],
    ) -> None:
        self.first = first
        self.count = count
        self.values = values
        self.max_to_move = max_to_move
        self.log = np.empty(len(first) ** 2 + 1, np.int64)  # for each node above it, a leaf may be evaluated again
        self.used = 0

    def children(self, node: int) -> range:
        """The child nodes."""
        first = self.first[int(node)]
        return range(first, first + self.count[int(node)])

    def is_terminal(self, node: int) -> bool:
        """True for a leaf."""
        return bool(self.count[int(node)] == 0)

    def is_max(self, node: int) -> bool:
        """True if MAX is to move."""
        return bool(self.max_to_move[int(node)])

    def evaluate(self, node: int) -> float:
        """MAX's value of a leaf. A full log is not extended, because Numba does not check array bounds."""
        if self.used < len(self.log):
            self.log[self.used] = int(node)
            self.used += 1
        value: float = self.values[int(node)]
        return value


def columns(tree: ExplicitTree[Number], kind: Kind) -> Iterator[NDArray[np.generic]]:
    """The columns of a FlatTree, from a tree that is numbered `breadth_first`.

    Raises: TreeError for a leaf at or beyond the forms' infinity.
    """
    nodes = range(len(tree))
    below = [tree.children(node) for node in nodes]
    yield np.array([min(children, default=0) for children in below], np.int64)
    yield np.array([len(children) for children in below], np.int64)
    values = [tree.evaluate(node) if tree.is_terminal(node) else 0 for node in nodes]
    if kind.infinity < INF and not -kind.infinity < min(values) <= max(values) < kind.infinity:
        raise TreeError(f"a leaf is not within +-{kind.infinity}, which stands for infinity here; use floats")
    yield np.array(values, kind.number)
    yield np.array([tree.is_max(node) for node in nodes], np.bool_)


def breadth_first(tree: ExplicitTree[Number], value_of: Callable[[Number], Number]) -> ExplicitTree[Number]:
    """`tree` unfolded, with its nodes numbered breadth first, and each leaf value v replaced by `value_of(v)`."""
    order = [tree.root]
    children: list[range] = []
    for node in order:  # `order` grows during the loop
        children.append(range(len(order), len(order) + len(tree.children(node))))
        order += tree.children(node)
    values = [value_of(tree.evaluate(node)) if tree.is_terminal(node) else None for node in order]
    return ExplicitTree(children, values, map(tree.is_max, order))
