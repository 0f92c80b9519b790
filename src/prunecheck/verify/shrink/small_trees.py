"""The smallest trees of all shapes: tried before a slow or a large failure is shrunk change by change."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.small import Shape, shapes
from prunecheck.verify.shrink.tree_passes import tree_size

STANDARD = 5  # nodes of the largest of them


@cache
def small_trees(most_nodes: int = STANDARD, values: tuple[Number, ...] = (1, 2, 0, 3)) -> list[ExplicitTree[Number]]:
    """A tree of each shape with so many nodes at most, MAX at its root, its leaves worth `values` in turn; by size.

    >>> [str(tree) for tree in small_trees(3)]
    ['1', '[1]', '[[1]]', '[1, 2]']
    """
    found: list[ExplicitTree[Number]] = [
        from_nested(_filled(shape, iter(values)))
        for leaves in range(1, most_nodes + 1)
        for singles in range(most_nodes)
        for shape in shapes(leaves, single_children=singles)
        if str(shape).count("(") <= most_nodes
    ]
    return sorted(found, key=tree_size)


def _filled(shape: Shape, values: Iterator[Number]) -> Any:
    return [_filled(child, values) for child in shape] if shape else next(values)
