"""List all trees up to a size, to show that a witness is the smallest.

Make uniform trees in any order, and in the best.

The size of a tree is the number of its leaves, then of its nodes.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

from families import uniform
from prunecheck import ExplicitTree, Number, from_nested
from prunecheck.oracle.minimax import values
from prunecheck.trees.small import Shape, filled, shapes, weak_orders
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.ordered import ordered


def size_of(tree: ExplicitTree[Number]) -> tuple[int, int]:
    """The number of leaves, then of nodes."""
    return len(tree.leaf_values), len(tree)


def _nodes(shape: Shape) -> int:
    return 1 + sum(map(_nodes, shape))


@cache
def shapes_by_size(leaves: int, most_nodes: int) -> tuple[Shape, ...]:
    """All shapes with `leaves` leaves and at most `most_nodes` nodes, smallest first."""
    singles = range(most_nodes - leaves + 1)
    found = [shape for number in singles for shape in shapes(leaves, single_children=number)]
    return tuple(
        sorted((shape for shape in found if _nodes(shape) <= most_nodes), key=lambda shape: (_nodes(shape), shape))
    )


def smaller_trees(size: tuple[int, int], *, static_values: bool = False) -> Iterator[ExplicitTree[Number]]:
    """All trees smaller than `size`, with all orders of leaf values and either player at the root, smallest first.

    A smaller tree has fewer leaves and at most as many nodes, or as many leaves and fewer nodes. If `static_values` is
    True, interior nodes have values as well, and all orders of all values are yielded.
    """
    most_leaves, nodes = size
    for leaves in range(1, most_leaves + 1):
        for shape in shapes_by_size(leaves, nodes - (leaves == most_leaves)):
            for ranks in [(0,) * leaves] if static_values else weak_orders(leaves):
                for max_at_root in (True, False):
                    tree: ExplicitTree[Number] = from_nested(filled(shape, iter(ranks)), max_at_root=max_at_root)
                    if static_values:
                        yield from (tree.replaced(values=values) for values in weak_orders(len(tree)))
                    else:
                        yield tree


def small_cases(leaves: int, *, single_children: int = 0) -> Iterator[tuple[Shape, tuple[int, ...], int, int]]:
    """Every (shape, leaf ranks, alpha, beta) of this size with alpha < beta; each order of values occurs once."""
    orders = [(ranks[:-2], ranks[-2], ranks[-1]) for ranks in weak_orders(leaves + 2) if ranks[-2] < ranks[-1]]
    for shape in shapes(leaves, single_children=single_children):
        for ranks, alpha, beta in orders:
            yield shape, ranks, alpha, beta


def shuffled(branching: int, depth: int, *, max_at_root: bool = True) -> ExplicitTree[Number]:
    """A uniform tree with distinct leaves in an arbitrary order, which is the same each time."""
    leaves = list(range(branching**depth))
    Random(f"{branching} {depth} {max_at_root}").shuffle(leaves)  # noqa: S311  # a tree, not a secret
    return from_nested(uniform(branching, depth, iter(leaves)), max_at_root=max_at_root)


def best_first(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """The same tree with the best child first at every node, by the true values."""
    return unfolded(ordered(tree, by=values(tree, tree.root).__getitem__))
