"""Count exactly what one search does: leaves, nodes, cutoffs by child index, re-searches.

The search runs on a tree that counts all visits to its nodes.

The counts are defined as follows, for a tree in which each node has only one parent:

- a *visit* is one call of `is_terminal` for a node; every search calls `is_terminal` when it begins with a node;
- an *evaluated leaf* is one call of `evaluate` for a terminal node; *distinct* leaves count once;
- a node is *cut off* if a search read the list of its children and visited some of them, but never the last;
  the *place* of the cutoff is the index (from 0) of the last child visited;
- a *re-search* is a second visit to a node within the same visit of its parent, or a second visit to the root.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final

import msgspec

from prunecheck.errors import BudgetError
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.views.named import MoveName, move_name
from prunecheck.trees.window import Window

NOT_ENTERED: Final = -1


class Counts(msgspec.Struct, frozen=True):
    """The counts of one search, as the documentation of `prunecheck compare` defines them.

    - `leaves`: how many leaves were evaluated, repetitions included.
    - `distinct_leaves`: how many leaves were evaluated, each counted once.
    - `interior`: how often interior nodes were visited.
    - `cut_offs`: for each index of a child, how many nodes were cut off after this child.
    - `researches`: how often a node was visited again within one visit of its parent, or the root was visited again.
    """

    leaves: int
    distinct_leaves: int
    interior: int
    cut_offs: tuple[int, ...]
    researches: int

    @property
    def visited(self) -> int:
        """The number of all visits. A visit to a terminal node only counts if the node is evaluated."""
        return self.leaves + self.interior


class Spot:
    """A path to a node of the wrapped tree, with the number of visits to the node by this path."""

    __slots__ = ("above", "below", "entered", "inner", "last", "place", "read", "visits")

    def __init__(self, inner: Any, above: "Spot | None", place: int) -> None:
        """Create a node that has not been visited."""
        self.inner = inner
        self.above = above
        self.place = place
        self.below: list[Spot] | None = None
        self.visits = 0
        self.last = NOT_ENTERED  # index of the last child entered in this visit
        self.entered = NOT_ENTERED  # number of the parent's visit in which this node was last entered
        self.read = False


class _Quiet:
    """A tree with the nodes of a `Counting` tree, but without counting."""

    def __init__(self, tree: Tree[Any, Number], root: Spot) -> None:
        self._tree = tree
        self.root = root

    def children(self, spot: Spot, /) -> list[Spot]:
        if spot.below is None:
            spot.below = [Spot(child, spot, place) for place, child in enumerate(self._tree.children(spot.inner))]
        return spot.below

    def is_terminal(self, spot: Spot, /) -> bool:
        return self._tree.is_terminal(spot.inner)

    def evaluate(self, spot: Spot, /) -> Number:
        return self._tree.evaluate(spot.inner)

    def is_max(self, spot: Spot, /) -> bool:
        return self._tree.is_max(spot.inner)

    def key(self, spot: Spot, /) -> Hashable:
        return self._tree.key(spot.inner)


class Counting:
    """A tree that counts the calls to its methods.

    The nodes of this tree are `Spot` objects, one for each path from the root.
    """

    def __init__(self, tree: Tree[Any, Number], node: Any, most_visits: int | None = None) -> None:
        """Count visits to `node` and below it. After more than `most_visits` visits, `is_terminal` raises an error."""
        self._tree = tree
        self._root = Spot(node, None, 0)
        self.quiet: Tree[Any, Number] = _Quiet(tree, self._root)  # the same tree without counting
        self._most = most_visits
        self._visits = 0
        self._leaves = 0
        self._distinct = 0
        self._interior = 0
        self._researches = 0
        self._cut_offs: Counter[int] = Counter()
        self._open: dict[Spot, None] = {}  # visited interior nodes; the last visit may have ended in a cutoff

    @property
    def root(self) -> Spot:
        """The root of the counted tree."""
        return self._root

    def children(self, spot: Spot, /) -> Iterable[Spot]:
        """The children of a node, as `Spot` objects.

        Repeated calls for a node return the same objects, since a search can read the children several times in one
        visit.
        """
        return self.quiet.children(spot)

    def is_terminal(self, spot: Spot, /) -> bool:
        """True if the wrapped tree's node is terminal.

        Counts a visit. Raises: BudgetError if there are too many visits.
        """
        self._close(spot)
        spot.visits += 1
        spot.last = NOT_ENTERED
        above = spot.above
        if above is None:
            self._researches += spot.visits > 1
        else:
            self._researches += spot.entered == above.visits
            spot.entered = above.visits
            above.last = max(above.last, spot.place)
        terminal = self._tree.is_terminal(spot.inner)
        if not terminal:
            self._interior += 1
            self._open[spot] = None
        self._visits += 1
        if self._most is not None and self._visits > self._most:
            raise BudgetError(f"the search was stopped after {self._most} visits")
        return terminal

    def evaluate(self, spot: Spot, /) -> Number:
        """The node's value in the wrapped tree. If the node is terminal, an evaluated leaf is counted."""
        if self._tree.is_terminal(spot.inner):
            self._leaves += 1
            self._distinct += not spot.read
            spot.read = True
        return self._tree.evaluate(spot.inner)

    def is_max(self, spot: Spot, /) -> bool:
        """Return what the wrapped tree returns."""
        return self._tree.is_max(spot.inner)

    def key(self, spot: Spot, /) -> Hashable:
        """Return what the wrapped tree returns."""
        return self._tree.key(spot.inner)

    @property
    def move(self) -> MoveName | None:
        """The function that returns the name of a move in the wrapped tree's game.

        Returns None if the game does not name its moves.
        """
        name = move_name(self._tree)
        return None if name is None else lambda spot, child: name(spot.inner, child.inner)

    def _close(self, spot: Spot) -> None:
        if spot.below is not None and NOT_ENTERED < spot.last < len(spot.below) - 1:
            self._cut_offs[spot.last] += 1

    def counts(self) -> Counts:
        """The counts of the search. Call this method only once, when the search has ended."""
        for spot in self._open:
            self._close(spot)
        return Counts(
            leaves=self._leaves,
            distinct_leaves=self._distinct,
            interior=self._interior,
            cut_offs=tuple(_places(self._cut_offs)),
            researches=self._researches,
        )

    def release(self) -> None:
        """Remove the links from counted nodes to their children, to free memory without garbage collection."""
        for spot in self._open:
            spot.below = None


def _places(cut_offs: Counter[int]) -> Iterator[int]:
    for place in range(max(cut_offs, default=-1) + 1):
        yield cut_offs[place]


def counted(
    search: AnySearch, tree: Tree[Any, Number], window: Window[Number], *, most_visits: int | None = None
) -> tuple[Number, Counts]:
    """Search the root of `tree` in `window`; return the value, from MAX's point of view, and the counts.

    Raises: BudgetError after more than `most_visits` visits, if this limit is set. Errors raised by the search or the
    tree are passed on.

    >>> from prunecheck import FULL, from_nested
    >>> from prunecheck.catalog import variant
    >>> counted(variant("f2").search, from_nested([[3, 5], [2, 9]]), FULL)
    (3, Counts(leaves=3, distinct_leaves=3, interior=3, cut_offs=(1,), researches=0))
    """
    counting = Counting(tree, tree.root, most_visits)
    found = value_of(search(counting, counting.root, window.alpha, window.beta))
    counts = counting.counts()
    counting.release()
    return found, counts
