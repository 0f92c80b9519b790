"""Search complete families of uniform trees: all orders of distinct leaves, or all leaf values of 0 and 1.

A search that has evaluated k of n leaves knows nothing about the others. One run therefore covers every tree with the
same k leaves: n! / k! of the n! orders, or 2 ** (n - k) of the 2 ** n assignments. Each run is a real search: a leaf
gets its value, or its rank among the earlier leaves, when it is evaluated. All possibilities are tried in turn.
"""

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Literal, TypeAlias

from prunecheck import FULL, Number, Search, from_nested
from prunecheck.trees.explicit import ExplicitTree

Leaves: TypeAlias = Literal["orders", "bits"]  # distinct values in every order, or 0 or 1 at each leaf


def uniform(branching: int, depth: int, values: Iterator[Number]) -> object:
    """Nested lists: each node has `branching` children, and each leaf, at ply `depth`, takes the next of `values`."""
    if depth == 0:
        return next(values)
    return [uniform(branching, depth - 1, values) for _ in range(branching)]


@dataclass(frozen=True)
class Totals:
    """Totals of a family: the number of trees, all leaves evaluated, and the fewest and most in one tree."""

    trees: int
    leaves: int
    fewest: int
    most: int

    @property
    def mean(self) -> Fraction:
        """The exact mean number of evaluated leaves."""
        return Fraction(self.leaves, self.trees)


class _Undecided:
    """A tree whose leaves get their values when they are evaluated, by a script of choices that grows as needed."""

    def __init__(self, tree: ExplicitTree[Number], leaves: Leaves) -> None:
        self.root = tree.root
        self.children = tree.children
        self.is_terminal = tree.is_terminal
        self.is_max = tree.is_max
        self.key = tree.key
        self.leaves = leaves
        self.script: list[int] = []
        self.read: dict[int, Number] = {}
        self.evaluations = 0
        self.ranked: list[float] = []

    def evaluate(self, node: int, /) -> Number:
        """The value that the script chooses for a leaf when it is first evaluated."""
        self.evaluations += 1
        if node not in self.read:
            self.read[node] = self._chosen(len(self.read))
        return self.read[node]

    def _chosen(self, nth: int) -> Number:
        """The value of the leaf that is evaluated as number `nth`, counted from 0."""
        if nth == len(self.script):
            self.script.append(0)
        choice = self.script[nth]
        if self.leaves == "bits":
            return choice
        below = self.ranked[choice - 1] if choice else -1.0
        above = self.ranked[choice] if choice < nth else 1.0
        value = (below + above) / 2  # exact, since a leaf halves a gap at most once for each leaf before it
        insort(self.ranked, value)
        return value

    def advance(self) -> bool:
        """End the run and go to the next script; return False after the last one."""
        del self.script[len(self.read) :]
        while self.script:
            last = 1 if self.leaves == "bits" else len(self.script) - 1
            if self.script[-1] < last:
                self.script[-1] += 1
                break
            self.script.pop()
        self.read.clear()
        self.evaluations = 0
        self.ranked.clear()
        return bool(self.script)


def runs(
    search: Search, branching: int, depth: int, leaves: Leaves, *, max_at_root: bool = True
) -> Iterator[tuple[int, int, int]]:
    """Search the whole family in the full window.

    Yield the number of evaluations, the evaluated leaves, and the number of such trees.
    """
    size = branching**depth
    nothing: Iterator[Number] = iter([0] * size)
    tree = _Undecided(from_nested(uniform(branching, depth, nothing), max_at_root=max_at_root), leaves)
    more = True
    while more:
        search(tree, tree.root, FULL.alpha, FULL.beta)
        read = len(tree.read)
        yield tree.evaluations, read, 2 ** (size - read) if leaves == "bits" else factorial(size) // factorial(read)
        more = tree.advance()


def totals(search: Search, branching: int, depth: int, leaves: Leaves, *, max_at_root: bool = True) -> Totals:
    """The totals for a search that evaluates no leaf twice."""
    standing_for: dict[int, int] = {}  # number of evaluated leaves -> number of trees
    for evaluations, read, alike in runs(search, branching, depth, leaves, max_at_root=max_at_root):
        assert evaluations == read
        standing_for[read] = standing_for.get(read, 0) + alike
    return Totals(
        trees=sum(standing_for.values()),
        leaves=sum(read * trees for read, trees in standing_for.items()),
        fewest=min(standing_for),
        most=max(standing_for),
    )


def evaluations_and_leaves(search: Search, branching: int, depth: int, leaves: Leaves) -> tuple[int, int]:
    """All evaluations over the whole family, and the evaluated leaves, each counted once for each tree."""
    every = list(runs(search, branching, depth, leaves))
    return sum(done * trees for done, _, trees in every), sum(read * trees for _, read, trees in every)
