"""Call searches that remember from MAX's point of view, and give each call of an ordinary tree a table."""

from collections.abc import Callable
from typing import Protocol

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.variants.memory.remembered import Memory, Remembered, remembered, remembered_mover
from prunecheck.variants.memory.table import Table


class MemoryForm(Protocol):
    """A form that uses the table of its tree; the viewpoint is that of the tree's values."""

    def __call__(self, tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value of `node` in the window (alpha, beta)."""


class MemorySearch(Protocol):
    """The same from MAX's point of view."""

    def __call__(self, tree: Remembered[N], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value of `node` in the window (alpha, beta)."""


def for_mover_with_memory(form: MemoryForm) -> MemorySearch:
    """Call a negamax form that remembers."""

    def search(tree: Remembered[N], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_max(node):
            return form(remembered_mover(tree), node, alpha, beta)
        return -form(remembered_mover(tree), node, -beta, -alpha)

    return search


def with_own_table(search: MemorySearch, make: Callable[[], Table] = Table) -> AnySearch:
    """Call a search that remembers with a new table for each call; the answer has the move and all entries."""

    def call(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        table = make()
        remembering = remembered(tree, table)
        value = search(remembering, node, alpha, beta)
        move = remembering.move(node)
        return Choice(value, None if move < 0 else move, table=table.entries())

    return call
