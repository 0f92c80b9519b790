"""Small trees on which a calling convention shows: whose eyes, which player, which part of the answer is the value."""

from functools import cache
from typing import Final

from prunecheck.oracle.minimax import value
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.cut import Cut, cut

# no two values that a wrong convention could exchange: neither negatives of each other, nor places of moves
NESTED: Final = (
    [17, 23],
    [31, 19, 11],
    [[17, 23], [29, 13]],
    [[41], [37, 43]],
    [[-17, 23], [-29, 13], [31]],
    [[[17, 29], [11, 23]], [[37, 13], [41, 19]]],
    [[[-17], [-11, 23]], [43, [-41, 19]]],
    [13, [[31, -23], 17], [19, [47]]],
)


# the same where values may lie between -3 and 3 alone: less is told apart, and nothing else may be asked
SMALL: Final = (
    [2, 3],
    [3, -2, 1],
    [[2, 3], [1, -2]],
    [[3], [2, 1]],
    [[-2, 3], [-1, 2], [1]],
    [[[2, -1], [1, 3]], [[3, 2], [-2, 1]]],
    [[[-2], [-1, 3]], [2, [-3, 1]]],
    [3, [[2, -1], 1], [-2, [3]]],
)


@cache
def probes(*, small: bool = False) -> tuple[tuple[ExplicitTree[Number], Number], ...]:
    """Trees with either player to move, each with its value; with `small`, that is between -3 and 3."""
    trees = [from_nested(each, max_at_root=player) for each in (SMALL if small else NESTED) for player in (True, False)]
    return tuple((tree, value(tree, tree.root)) for tree in trees)


@cache
def depth_probes(*, small: bool = False) -> tuple[tuple[Cut[int, Number], Number], ...]:
    """The deeper trees of `probes` with a static value at each interior node, cut at two plies."""
    found: list[tuple[Cut[int, Number], Number]] = []
    for tree, _ in probes(small=small)[8:]:
        nodes = range(len(tree))
        values = [
            (5 * node % 7 - 3 if small else 53 + 2 * node) if tree.children(node) else tree.evaluate(node)
            for node in nodes
        ]
        grown: ExplicitTree[Number] = ExplicitTree(map(tree.children, nodes), values, map(tree.is_max, nodes))
        limited = cut(grown, 2)
        found.append((limited, value(limited, limited.root)))
    return tuple(found)
