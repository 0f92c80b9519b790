"""Small trees with known values, on which `prunecheck doctor` checks an external program."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from prunecheck.subjects.convention import NumberKind, ValueRange
from prunecheck.subjects.external.messages import Takes
from prunecheck.subjects.external.program_subject import ProgramSearch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.values import simplest
from prunecheck.trees.views.cut import cut
from prunecheck.trees.walk import heights


@dataclass(frozen=True, slots=True)
class Sample:
    """A tree with its minimax value, perhaps with a depth limit, for programs that support the feature in `needs`."""

    check: str
    needs: Takes | None
    tree: ExplicitTree[Number]
    truth: Number
    depth: int | None = None

    def value_from(
        self, search: ProgramSearch, *, spare_plies: int = 0, alpha: Number = -INF, beta: Number = INF
    ) -> Number:
        """Let the program search the tree, `spare_plies` deeper than necessary. Returns the value for MAX."""
        tree, root, depth = self.tree, self.tree.root, self.depth
        if spare_plies:
            depth = (depth or max(1, heights(tree, root)[root])) + spare_plies
        asked: Tree[Any, Number] = tree if depth is None else cut(tree, depth)
        return search(asked, asked.root, alpha, beta).value


def sample_trees(domain: ValueRange) -> list[ExplicitTree[Number]]:
    """Make trees with values in `domain` that every program must accept. Each player moves first in some of them."""
    return [sample.tree for sample in samples(domain) if sample.needs is None and len(sample.tree) > 1]


def samples(domain: ValueRange) -> Iterator[Sample]:
    """Make all samples, with values in `domain`. A later tree has the keys of earlier trees, but another value."""
    a, b, c, d = _values(domain)
    four = [a, b, c, d]
    pairs = [[1, 2], [3, 4], [5, 6], [], [], [], []]
    turns = [True, False, False, True, True, True, True]
    leaves: list[Number | None] = [None, None, None, b, c, a, d]
    yield Sample("search a leaf", None, ExplicitTree([[]], [b], [True]), b)
    yield Sample("search a leaf where MIN is to move", None, ExplicitTree([[]], [b], [False]), b)
    yield Sample("search a tree", None, ExplicitTree(pairs, leaves, turns), b)
    other: list[Number | None] = [None, None, None, c, d, a, b]
    yield Sample("search another tree with the same keys", None, ExplicitTree(pairs, other, turns), c)
    yield Sample("search a tree where MIN is to move", None, ExplicitTree(pairs, leaves, [not t for t in turns]), c)
    known: list[Number | None] = [a, d, b, *four]
    yield Sample("search to a depth", "depth", ExplicitTree(pairs, known, turns), d, depth=1)
    shared = [[1, 2], [3, 4], [3, 4], [], []]
    dag: ExplicitTree[Number] = ExplicitTree(shared, [None, None, None, b, c], [True, False, False, True, True])
    yield Sample("search a tree that shares nodes", "shared", dag, b)
    again: ExplicitTree[Number] = ExplicitTree(pairs, leaves, [True, True, False, *[True] * 4])
    yield Sample("search a tree where a player moves twice", "turns", again, c)
    infinite: ExplicitTree[Number] = ExplicitTree([[1, 2], [], []], [None, -INF, INF], [True, False, False])
    yield Sample("search infinite leaves", "infinities", infinite, INF)


def _values(domain: ValueRange) -> list[Number]:
    """Choose four values that the program accepts, in ascending order."""
    usual: list[Number] = [2, 3, 5, 9]
    if not any(map(domain.excludes, usual)):
        return usual
    least, greatest = domain.ends
    third = (Fraction(greatest) - Fraction(least)) / 3
    found = [_nearest(Fraction(least) + nth * third, domain.kind) for nth in range(4)]
    return [least] * 4 if any(map(domain.excludes, found)) else found


def _nearest(value: Fraction, kind: NumberKind) -> Number:
    if kind == "int":
        return floor(value)
    return float(value) if kind == "float" else simplest(value)
