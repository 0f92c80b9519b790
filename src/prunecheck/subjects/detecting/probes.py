"""Small trees with known values, on which a search is called to find out how it must be called."""

from functools import cache
from typing import Any, Final, TypeAlias

from prunecheck.oracle.minimax import value
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import Cut, cut

ValuedTrees: TypeAlias = list[tuple[Tree[Any, Number], Number]]  # trees with their values

# values that reveal a wrong convention: no two are negatives of each other, and none is a child index
USUAL_PROBES: Final = (
    *([17, 23], [31, 19, 11], [[17, 23], [29, 13]], [[41], [37, 43]], [[-17, 23], [-29, 13], [31]]),
    [[[17, 29], [11, 23]], [[37, 13], [41, 19]]],
    [[[-17], [-11, 23]], [43, [-41, 19]]],
    [13, [[31, -23], 17], [19, [47]]],
)


# the same with values between -3 and 3, which exclude fewer conventions
SMALL_PROBES: Final = (
    *([2, 3], [3, -2, 1], [[2, 3], [1, -2]], [[3], [2, 1]], [[-2, 3], [-1, 2], [1]]),
    [[[2, -1], [1, 3]], [[3, 2], [-2, 1]]],
    [[[-2], [-1, 3]], [2, [-3, 1]]],
    [3, [[2, -1], 1], [-2, [3]]],
)


@cache
def probes(*, small: bool = False) -> tuple[tuple[ExplicitTree[Number], Number], ...]:
    """Make small trees with their minimax values. Each tree occurs twice: with MAX and with MIN to move.

    If `small` is True, values are from -3 to 3.
    """
    nested = SMALL_PROBES if small else USUAL_PROBES
    trees = [from_nested(lists, max_at_root=player) for lists in nested for player in (True, False)]
    return tuple((tree, value(tree, tree.root)) for tree in trees)


@cache
def depth_probes(*, small: bool = False) -> tuple[tuple[Cut[int, Number], Number], ...]:
    """Return the larger trees in `probes`, with a static value at each interior node and a depth limit of two plies."""
    found: list[tuple[Cut[int, Number], Number]] = []
    for tree, _ in probes(small=small)[8:]:
        limited = cut(tree.with_static_values(lambda node: 5 * node % 7 - 3 if small else 53 + 2 * node), 2)
        found.append((limited, value(limited, limited.root)))
    return tuple(found)


def sizes_in(tree: Tree[Any, Number]) -> set[Number]:
    """Return the absolute values of a tree's nodes."""
    inner: Any = tree.inner if isinstance(tree, Cut) else tree  # the explicit tree
    return {abs(value) for value in inner.values if value is not None}
