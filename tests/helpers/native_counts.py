"""Count the nodes of compiled searches."""

from functools import cache
from typing import Any, NamedTuple

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

from prunecheck import FULL, Number, Tree, Window
from prunecheck.catalog import variant
from prunecheck.native import Block, compiled
from prunecheck.native.values import from_native, kind_of, to_native
from prunecheck.trees.protocol import N
from prunecheck.trees.views.inner import Inner

WORD = 2**64 - 1


class Visited(Inner[N, Number]):
    """Counts the nodes that a search visits, and the leaves among them."""

    def __init__(self, tree: Tree[N, Number]) -> None:
        """Start at 0."""
        super().__init__(tree)
        self.visits = 0
        self.leaves = 0

    def is_terminal(self, node: N, /) -> bool:
        """As the inner tree; every form asks this once for each node."""
        self.visits += 1
        terminal = self._tree.is_terminal(node)
        if terminal:
            self.leaves += 1
        return terminal


class Found(NamedTuple):
    """The value that a search returned, and what it visited."""

    value: Number
    visits: int
    leaves: int


def at_native_speed(name: str, tree: Tree[Any, Number], window: Window[Number] = FULL, *, node: Any = None) -> Found:
    """Search `node`, by default the root, with a variant; assert that compiled code has run."""
    kind = kind_of(tree)
    counting = Visited(tree)
    block = Block(counting, kind)
    search = compiled(variant(name).search, kind)
    found = search(block, tree.root if node is None else node, *to_native(window, kind))
    assert search.nopython_signatures
    assert counting.visits == 0, "only compiled code has counted"
    block.write_back()
    return Found(from_native(found, kind), counting.visits, counting.leaves)


@cache
def compiled_for_integers(function: Any) -> Any:
    """A function of a tree of integers, compiled."""
    return compiled(function, "int")


def signed(node: Any) -> Any:
    """A node with its 64-bit numbers as compiled code has them."""
    if isinstance(node, tuple):
        return tuple(map(signed, node))
    return node - (WORD + 1) if node > WORD >> 1 else node
