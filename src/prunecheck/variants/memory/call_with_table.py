"""Wrap searches with a transposition table as searches of ordinary trees, each with a new, empty table."""

from collections.abc import Callable
from typing import Protocol

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.walk import height
from prunecheck.variants.memory.remembered import Memory, Remembered, is_cut, remembered, remembered_mover
from prunecheck.variants.memory.table import NO_MOVE, Table


class MemoryForm(Protocol):
    """The type of a search function that stores results in the tree's table.

    The function's values are from the same point of view as the tree's values: MAX's, or that of the side to move.
    """

    def __call__(self, tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value of `node`, searched in the window (alpha, beta)."""


class MemorySearch(Protocol):
    """The type of a search of a tree that has a transposition table. Values are from MAX's point of view."""

    def __call__(self, tree: Remembered[N], node: N, alpha: Number, beta: Number, /) -> Number:
        """The value of `node`, searched in the window (alpha, beta)."""


def for_mover_with_memory(form: MemoryForm) -> MemorySearch:
    """Turn a negamax function that uses a transposition table into a search with values from MAX's point of view."""

    def search(tree: Remembered[N], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_max(node):
            return form(remembered_mover(tree), node, alpha, beta)
        return -form(remembered_mover(tree), node, -beta, -alpha)

    return search


def with_own_table(search: MemorySearch, make: Callable[[], Table] = Table) -> AnySearch:
    """Wrap a search that needs a table: each search starts with a new table.

    The wrapped search returns the value, the move, and all entries of its table.
    """

    def call(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return _answer(search, remembered(tree, make()), node, alpha, beta)

    return call


def to_the_end(search: MemorySearch) -> AnySearch:
    """Wrap a search that needs a table and a depth limit.

    The depth limit is the tree's own limit or, if the tree has none, the depth of the tree's deepest leaf.
    """

    def call(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        if is_cut(tree):
            return _answer(search, remembered(tree), node, alpha, beta)
        depth = height(tree, node)
        return _answer(search, remembered(Cut(tree, depth)), (node, depth), alpha, beta)

    return call


def _answer(search: MemorySearch, tree: Remembered[N], node: N, alpha: Number, beta: Number) -> Choice:
    value = search(tree, node, alpha, beta)
    move = tree.move(node)
    return Choice(value, None if move == NO_MOVE else move, table=tree.table.entries())
