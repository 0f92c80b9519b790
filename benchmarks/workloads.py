"""The workloads: trees and windows with a name, the same on every machine and for every version of Python.

Random numbers come from `random()` of a seeded generator alone, which Python keeps as it is.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Final, TypeAlias

from benchmarks.table import Counts
from prunecheck.oracle.minimax import value, values
from prunecheck.trees.examples import named_tree
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.games.tictactoe import CENTRE_FIRST, TicTacToe
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window

AnyTree: TypeAlias = Tree[Any, Number]

SHARED: Final = 0.02  # the share of children that stand elsewhere already


@dataclass(frozen=True, slots=True)
class Workload:
    """A tree and the window to search it in. The tree's value lies inside the window, so every variant must find it."""

    name: str
    shows: str
    build: Callable[[], AnyTree]
    window: Window[Number] = FULL


class Prepared:
    """A workload ready to be searched: its tree is built, and the oracle has found its value."""

    def __init__(self, workload: Workload) -> None:
        """Build the tree and find the truth."""
        self.name = workload.name
        self.tree = workload.build()
        self.window = workload.window
        self.truth: Number = value(self.tree, self.tree.root)

    def found_by(self, search: AnySearch) -> Number:
        """The value that `search` finds for the root."""
        return value_of(search(self.tree, self.tree.root, self.window.alpha, self.window.beta))

    def counts(self, search: AnySearch) -> Counts:
        """What `search` reads and visits, which is worth counting only if it finds the truth."""
        log = recorded(self.tree)
        found = value_of(search(log, log.root, self.window.alpha, self.window.beta))
        assert found == self.truth, f"found {found} on {self.name}, whose value is {self.truth}"
        return Counts(len(log.leaves), log.visited)


def seeded(seed: int) -> Random:
    """A generator of the same numbers wherever it runs."""
    return Random(seed)  # noqa: S311  # no secret is made of them


def uniform(leaves: Iterable[Number], branching: int) -> ExplicitTree[Number]:
    """The uniform tree, MAX at the root, with these leaves from left to right, a power of `branching` of them."""
    row: list[object] = list(leaves)
    while len(row) > branching:
        row = [row[at : at + branching] for at in range(0, len(row), branching)]
    return from_nested(row)


def shuffled(count: int, seed: int) -> list[int]:
    """The numbers below `count` in random order."""
    random = seeded(seed)
    return sorted(range(count), key=lambda _: random.random())


def few_values(count: int, seed: int) -> list[int]:
    """That many numbers out of -1, 0 and 1."""
    random = seeded(seed)
    return [int(3 * random.random()) - 1 for _ in range(count)]


def best_first(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """`tree` with the children of each node in order of their values, the mover's best first."""
    return unfolded(ordered(tree, by=values(tree, tree.root).__getitem__))


def nothing_to_prune(branching: int, depth: int) -> list[int]:
    """Leaves of a uniform tree that no alpha-beta can leave out: each lies strictly between its A and B."""
    leaves: list[Fraction] = []

    def add(height: int, low: Fraction, high: Fraction, *, is_max: bool) -> Fraction:
        if not height:
            leaves.append((low + high) / 2)
            return leaves[-1]
        for _ in range(branching):  # low and high are A and B of the next child
            if is_max:
                low = add(height - 1, low, high, is_max=False)
            else:
                high = add(height - 1, low, high, is_max=True)
        return low if is_max else high

    add(depth, Fraction(0), Fraction(1), is_max=True)
    rank = {leaf: nth for nth, leaf in enumerate(sorted(leaves))}
    return [rank[leaf] for leaf in leaves]


def uneven(positions: int, seed: int, *, max_at_root: bool = True) -> ExplicitTree[Number]:
    """A tree of about that many positions: mixed depth, one to five children, ties, and here and there a shared node.

    Grown here rather than drawn, since the strategies may change what they draw, and a workload may not.
    """
    random = seeded(seed)
    children: list[list[int]] = [[]]
    leaves = [0]
    while len(children) < positions:
        parent = leaves.pop(int(len(leaves) * random.random()))
        for _ in range(1 + int(5 * random.random())):
            later = len(children) - parent - 1  # a link to a later position closes no cycle
            if later and random.random() < SHARED:
                children[parent].append(parent + 1 + int(later * random.random()))
            else:
                children[parent].append(len(children))
                leaves.append(len(children))
                children.append([])
    leaf_values: list[Number | None] = [None if below else int(7 * random.random()) - 3 for below in children]
    return build(children, leaf_values, max_at_root=max_at_root)


def named(name: str) -> Workload:
    """A model or a game of the package, with the parameters that `prunecheck list trees` knows it by."""
    row = named_tree(name)
    return Workload(row.name, row.shows, row.build)


WORKLOADS: Final[dict[str, Workload]] = {
    each.name: each
    for each in (
        Workload("uniform", "b = 4, d = 5, distinct values in random order", lambda: uniform(shuffled(4**5, 1), 4)),
        Workload("binary", "b = 2, d = 10, distinct values in random order", lambda: uniform(shuffled(2**10, 2), 2)),
        Workload("wide", "b = 32, d = 2, distinct values in random order", lambda: uniform(shuffled(32**2, 3), 32)),
        Workload("ties", "b = 4, d = 5, values -1, 0 and 1", lambda: uniform(few_values(4**5, 4), 4)),
        Workload("perfect-order", "the uniform tree, best first", lambda: best_first(uniform(shuffled(4**5, 1), 4))),
        Workload("nothing-to-prune", "b = 4, d = 5, nothing to prune", lambda: uniform(nothing_to_prune(4, 5), 4)),
        Workload("uneven", "grown at random, MAX at the root", lambda: uneven(1_500, 6)),
        Workload("uneven-min", "grown at random, MIN at the root", lambda: uneven(1_500, 11, max_at_root=False)),
        Workload("tic-tac-toe", "the whole game, row by row", TicTacToe),
        Workload(
            "tic-tac-toe-narrow",
            "the whole game, centre first, in (-1, 1)",
            lambda: TicTacToe(order=CENTRE_FIRST),
            Window(-1, 1),
        ),
        *map(named, ("branch-sums", "forward", "nim-2-3-4", "connect-three", "othello-4-to-8")),
    )
}
