"""Statements about leaves that searches evaluate: which leaves, how many, how often, and in which order."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import values
from prunecheck.theorems.conditions import uniform_size
from prunecheck.theorems.searches import leaves_of
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import show
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.window import Window


@dataclass(frozen=True, slots=True)
class OfOne:
    """A theorem about the leaves that a single search evaluates."""

    search: str

    @property
    def searches(self) -> tuple[str, ...]:
        """The name of the search that the theorem is about."""
        return (self.search,)


@dataclass(frozen=True, slots=True)
class OfTwo:
    """A theorem about the leaves that two searches evaluate."""

    search: str
    other: str

    @property
    def searches(self) -> tuple[str, ...]:
        """The names of both searches."""
        return self.search, self.other

    def counts(self, tree: ExplicitTree[Number], window: Window[Number]) -> str:
        """How many leaves each of the two searches evaluates, as text."""
        first, second = (len(leaves_of(name, tree, window)) for name in self.searches)
        return f"{self.search} evaluates {first} leaves, {self.other} {second}"


class SameLeaves(OfTwo):
    """Both searches evaluate the same leaves in the same order."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message if the two searches evaluate different leaves, or the same leaves in different orders.

        Returns None if leaves and order are the same.
        """
        first, second = (leaves_of(name, tree, window) for name in self.searches)
        if first == second:
            return None
        alike = Counter(first) == Counter(second)
        counts = self.counts(tree, window)
        return f"{counts}, in another order" if alike else counts


class Within(OfTwo):
    """`search` evaluates no leaf that `other` does not evaluate, but it can evaluate a leaf several times."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the values of the leaves that only `search` evaluates.

        Returns None if `other` evaluates all leaves that `search` evaluates.
        """
        extra = sorted(set(leaves_of(self.search, tree, window)) - set(leaves_of(self.other, tree, window)))
        if not extra:
            return None
        some = ", ".join(show(tree.evaluate(leaf)) for leaf in extra)
        return f"{self.search} evaluates leaves that {self.other} does not: {some}"


class NoMoreLeaves(OfTwo):
    """`search` evaluates leaves at most as often as `other`."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the leaf counts of both searches, if `search` evaluates more leaves than `other`.

        Returns None if `search` evaluates no more leaves than `other`.
        """
        first, second = (len(leaves_of(name, tree, window)) for name in self.searches)
        return self.counts(tree, window) if first > second else None


class EachLeafOnce(OfOne):
    """The search evaluates no leaf twice."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the first leaf that is evaluated again. Returns None if no leaf is evaluated twice."""
        again = [leaf for leaf, times in Counter(leaves_of(self.search, tree, window)).items() if times > 1]
        return f"{self.search} evaluates {show(tree.evaluate(again[0]))} again" if again else None


class EveryLeaf(OfOne):
    """The search evaluates every leaf."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the number of evaluated leaves, if some leaves are not evaluated.

        Returns None if all leaves are evaluated.
        """
        found, every = len(set(leaves_of(self.search, tree, window))), len(tree.leaf_values)
        return None if found == every else f"{self.search} evaluates {found} of {every} leaves"


class FewestLeaves(OfOne):
    """The search evaluates the minimum number of leaves: no proof of the value needs fewer."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the number of evaluated leaves and the minimum, if these differ.

        Returns None if the two numbers are equal.
        """
        found, fewest = len(leaves_of(self.search, tree, window)), fewest_leaves(tree, window)
        return (
            None
            if found == fewest
            else f"{self.search} evaluates {found} leaves, but {fewest} are enough to prove the value"
        )


class SortingSaves(OfOne):
    """If the best child of each node is moved to the front, the search makes at most as many evaluations as before."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with both leaf counts, without and with sorting, if sorting adds leaves.

        Returns None if sorting adds no leaves.
        """
        known = values(tree, tree.root)
        in_order = unfolded(ordered(tree, by=known.__getitem__))
        found, sorted_first = (len(leaves_of(self.search, explicit_tree, window)) for explicit_tree in (tree, in_order))
        if sorted_first <= found:
            return None
        return (
            f"{self.search} evaluates {found} leaves, but {sorted_first} leaves in the same tree with "
            f"the best child of each node first: {in_order}"
        )


@dataclass(frozen=True, slots=True)
class LeavesByFormula(OfOne):
    """On a uniform tree, the search evaluates `formula(branching, depth)` leaves."""

    formula: Callable[[int, int], int]

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with the number of evaluated leaves and the expected number, if these differ.

        Returns None if the two numbers are equal.
        """
        size = uniform_size(tree)
        assert size is not None, "the formula only holds for uniform trees"
        found, expected = len(leaves_of(self.search, tree, window)), self.formula(*size)
        return None if found == expected else f"{self.search} evaluates {found} leaves, not {expected}"
