"""Sequences that are tried before any is drawn: the commonest slips of what is kept show in them."""

from collections.abc import Iterator
from typing import Final

from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import Call
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.corpus.trees import standing

PLIES: Final = 3  # of the tree that most of them are about, a binary one


def openings(subject: Subject) -> Iterator[list[Call]]:
    """Searches deeper and deeper and back, from nodes further down, of another tree between, in other windows.

    Each with either player to move at the root; of depths and windows only what `subject` takes.
    """
    for player in (True, False):
        tree = _binary(PLIES, max_at_root=player)
        if subject.traits.takes_depth:
            limited = standing(PLIES + 1, (PLIES, 1), 1, max_at_root=player)
            yield from (_deepening(each, plies) for each, plies in ((tree, PLIES), (limited, PLIES + 1)))
            yield [Call(tree, depth=1, path=(0,)), Call(tree, depth=1, path=(0, 1)), Call(tree)]
        yield [Call(tree), *(Call(tree, path=path) for path in ((0,), (1,), (0, 1), (1, 0))), Call(tree)]
        yield [Call(tree, path=(1, 0)), Call(tree, path=(1,)), Call(tree)]
        yield [Call(tree), Call(_binary(PLIES, max_at_root=not player)), Call(tree)]
        if subject.traits.takes_window:
            for value in sorted(set(tree.leaf_values)):
                sides = Window(-INF, value), Window(value, INF)
                yield from ([Call(tree, each) for each in (*order, FULL, order[0])] for order in (sides, sides[::-1]))
                if (
                    subject.traits.takes_depth
                ):  # a bound of a deep search, and a shallower search that it does not answer
                    yield from ([Call(tree, side), Call(tree, depth=PLIES - 1), Call(tree)] for side in sides)


def _deepening(tree: ExplicitTree[Number], plies: int) -> list[Call]:
    """The same tree to one ply, to two, and so on, and back: entries of shallow searches are there before deep ones."""
    return [Call(tree, depth=depth) for depth in (*range(1, plies + 1), *range(plies - 1, 0, -1))]


def _binary(plies: int, *, max_at_root: bool) -> ExplicitTree[Number]:
    """A full binary tree of values from -3 to 3, which is worth another to each number of plies."""
    inner = 2**plies - 1
    children = [[2 * nth + 1, 2 * nth + 2] if nth < inner else [] for nth in range(2 * inner + 1)]
    return build(children, [3 - 3 * (nth + 1) % 7 for nth in range(2 * inner + 1)], max_at_root=max_at_root)
