"""Define scopes (all small trees up to a size), and divide a scope into shards, which can be checked in any order."""

from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, pairwise, repeat
from math import ceil
from typing import Final

from msgspec import Struct

from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.orders import Ends, Leaves, leaf_orders, plain, steps_of, windows
from prunecheck.theory import small_trees
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number, V
from prunecheck.trees.small import Shape, filled, shapes_with_chains
from prunecheck.trees.window import Window

# signed -> the most leaves, since the orders of more would not fit into memory
MOST_LEAVES: Final = {False: 8, True: 7}
MOST_CHAINS: Final = 8  # the most plies of single children, since already four leaves give thousands of such shapes
CASES_A_SHARD: Final = 4_000_000  # a compiled search takes a fifth of a second for these cases
CASES_A_PLAIN_SHARD: Final = 10_000  # a search in Python takes about a second for these cases
MOST_SHARDS: Final = 20_000  # the most shards; shards of large scopes get more cases


class Scope(Struct, frozen=True):
    """All trees with up to `leaves` leaves, with MAX or MIN at the root, and all orders of leaf values and window ends.

    If `signed` is True (for a search that negates values), an order also says which leaf values and window ends are
    negative. If `chains` is not 0, the scope also contains trees in which a node can have a single child; these trees
    are at most `chains` plies high. If `windowed` is False (for a search that takes no window), only the full window is
    used.
    """

    leaves: int
    signed: bool = False
    chains: int = 0
    windowed: bool = True

    @property
    def cases(self) -> int:
        """The number of cases (a tree, an order of leaf values, and a window), computed by a formula."""
        return sum(self.cases_with(leaves) for leaves in range(1, self.leaves + 1))

    def cases_with(self, leaves: int) -> int:
        """The number of cases whose tree has exactly `leaves` leaves, computed by a formula."""
        if self.windowed:
            return small_trees.cases(leaves, signed=self.signed, chains=self.chains)
        return 2 * small_trees.all_shapes(leaves, self.chains) * small_trees.leaf_orders(leaves, signed=self.signed)

    @property
    def words(self) -> str:
        """A description of the scope in words.

        >>> Scope(4, signed=True, chains=3).words
        'trees with up to 4 leaves, including trees of up to 3 plies with single children, signed'
        >>> Scope(1).words
        'trees with 1 leaf'
        """
        leaves = "1 leaf" if self.leaves == 1 else f"up to {self.leaves} leaves"
        kinds = [f"trees with {leaves}"]
        kinds += [f"including trees of up to {self.chains} plies with single children"] if self.chains else []
        return ", ".join([*kinds, "signed"] if self.signed else kinds)


class Shard(Struct, frozen=True, order=True):
    """A part of a scope: all trees with one shape, one player at the root, and some of the orders of leaf values.

    Shards are ordered by tree size. `shape` is the index of the tree shape in `shapes_with_chains`.
    """

    leaves: int
    shape: int
    min_at_root: bool
    start: int
    stop: int
    signed: bool = False
    chains: int = 0
    windowed: bool = True

    @property
    def name(self) -> str:
        """A stable name, made from the number of leaves, the shape, the player at the root, and the range of orders.

        >>> Shard(3, 0, False, 0, 51).name
        '3.0.MAX.0-51'
        """
        return f"{self.leaves}.{self.shape}.{'MIN' if self.min_at_root else 'MAX'}.{self.start}-{self.stop}"

    @property
    def nested(self) -> Shape:
        """The shape of all trees in the shard, as nested lists."""
        return shapes_with_chains(self.leaves, self.chains)[self.shape]

    @property
    def orders(self) -> Iterator[Leaves]:
        """The orders of leaf values in this shard."""
        every = packed_orders(self.leaves, signed=self.signed)
        for at in range(self.start * self.leaves, self.stop * self.leaves, self.leaves):
            yield tuple(every[at : at + self.leaves])

    def windows(self, leaves: Leaves) -> tuple[Ends, ...]:
        """The windows in which a search is checked for an order of leaf values, beginning with the full window."""
        every = windows(steps_of(leaves, signed=self.signed), signed=self.signed)
        return every if self.windowed else every[:1]

    @property
    def cases(self) -> int:
        """The number of cases (a tree with leaf values, and a window).

        If the shard contains all orders of the leaf values, a formula gives the number of cases.
        """
        if not self.windowed:
            return self.stop - self.start
        if (self.start, self.stop) == (0, small_trees.leaf_orders(self.leaves, signed=self.signed)):
            return small_trees.orders(self.leaves, signed=self.signed)
        return sum(len(self.windows(leaves)) for leaves in self.orders)

    def tree(self, leaves: Leaves) -> ExplicitTree[Number]:
        """The tree of the shard with these leaf values, converted from codes to numbers."""
        return self.tree_of(map(plain, leaves))

    def tree_of(self, values: Iterable[V]) -> ExplicitTree[V]:
        """The tree of the shard with these leaf values."""
        left_to_right = iter(values)
        return _bare(self.nested, max_at_root=not self.min_at_root).with_values(lambda _: next(left_to_right))


@cache
def _bare(shape: Shape, *, max_at_root: bool) -> ExplicitTree[Number]:
    """A tree with this shape, and with the value 0 at each leaf."""
    return from_nested(filled(shape, repeat(0)), max_at_root=max_at_root)


@cache
def packed_orders(leaves: int, *, signed: bool) -> "array[int]":
    """All orders of the values of `leaves` leaves, as codes, one after another in one array."""
    return array("i", chain.from_iterable(leaf_orders(leaves, signed=signed)))


def window_of(ends: Ends) -> Window[Number]:
    """The window with these ends, converted from codes to numbers."""
    return Window(plain(ends[0]), plain(ends[1]))


def shards(scope: Scope, *, most_cases: int = CASES_A_SHARD) -> list[Shard]:
    """Divide a scope into shards, smallest trees first. Each shard has about `most_cases` cases or fewer.

    Raises: PreconditionError if the scope is empty or too large.

    >>> [shard.name for shard in shards(Scope(2))]
    ['1.0.MAX.0-3', '1.0.MIN.0-3', '2.0.MAX.0-11', '2.0.MIN.0-11']
    """
    check_scope(scope)
    most_cases = max(most_cases, scope.cases // MOST_SHARDS)
    return list(chain.from_iterable(_shards(scope, leaves, most_cases) for leaves in range(1, scope.leaves + 1)))


def _shards(scope: Scope, leaves: int, most_cases: int) -> Iterator[Shard]:
    orders = small_trees.leaf_orders(leaves, signed=scope.signed)
    shapes = small_trees.all_shapes(leaves, scope.chains)
    parts = min(orders, ceil(scope.cases_with(leaves) / (2 * shapes) / most_cases))
    cuts = [orders * part // parts for part in range(parts + 1)]
    for shape in range(shapes):
        for min_at_root in (False, True):
            for start, stop in pairwise(cuts):
                yield Shard(leaves, shape, min_at_root, start, stop, scope.signed, scope.chains, scope.windowed)


def check_scope(scope: Scope) -> None:
    """Check that a scope is neither empty nor too large.

    Raises: PreconditionError if the scope is empty or too large.
    """
    most = MOST_LEAVES[scope.signed]
    if not 1 <= scope.leaves <= most:
        kind = " for a search that negates values" if scope.signed else ""
        raise PreconditionError(
            f"cannot check all trees with up to {scope.leaves} leaves; use 1 to {most} leaves{kind}"
        )
    if not 0 <= scope.chains <= MOST_CHAINS:
        raise PreconditionError(
            f"cannot check all trees of up to {scope.chains} plies with single children; use 0 to {MOST_CHAINS} plies"
        )
