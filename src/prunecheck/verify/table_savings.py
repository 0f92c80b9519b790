"""Count the leaves that a search saves with its transposition table, compared with a reference table of bounds."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import Struct

from prunecheck.contracts.case import case_of
from prunecheck.contracts.evidence import CallResult, run
from prunecheck.strategies.encoding import WITHIN_BOUNDS, Scale, decode
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.trees.explicit import ExplicitTree, without_keys
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import NEVER_ASKED

# number of bytes to draw a tree from; trees with static values or shared positions need the larger number
BYTES: Final = (24, 96)

Plain: TypeAlias = ExplicitTree[Number]


@dataclass(frozen=True, slots=True)
class TreeSource:
    """Makes random trees for a search. If `turns` is True, the same player may move again after a move.

    If `small` is True, leaf values are from -3 to 3. `within` changes the values of a tree to values that the search
    accepts.
    """

    turns: bool = False
    small: bool = False
    within: Callable[[Plain], Plain] = lambda tree: tree

    @property
    def scales(self) -> tuple[Scale, ...]:
        """The scales with which random numbers are turned into leaf values."""
        return () if self.small else WITHIN_BOUNDS

    def tree(self, marks: bytes, *, shared: bool) -> Plain:
        """Make a tree from random bytes, without static values. If `shared` is True, nodes can have several parents."""
        drawn = decode(marks, shared=shared, static_values=False, scales=self.scales, turns=self.turns)
        return self.within(unfolded(drawn))


USUAL_TREES: Final = TreeSource()


class TableSavings(Struct, frozen=True):
    """How many leaves a search evaluates in the full window, with one key for each position or one for each path.

    - `trees`: how many trees were searched in which some positions can be reached along several paths.
    - `together`: how many leaves are evaluated if a position has one key, however it is reached.
    - `apart`: how many leaves are evaluated if each path to a position has its own key.
    - `plain_together`: how many leaves alpha-beta with the reference table evaluates if a position has one key.
    - `plain_apart`: how many leaves alpha-beta with the reference table evaluates if each path has its own key.
    """

    trees: int
    together: int
    apart: int
    plain_together: int
    plain_apart: int

    @property
    def saved(self) -> float:
        """The fraction of leaves that the search saves with its table.

        The fraction is negative if the search evaluates more leaves with its table than without it.
        """
        return 1 - self.together / self.apart

    @property
    def can_be_saved(self) -> float:
        """The fraction of leaves that alpha-beta saves with the reference table."""
        return 1 - self.plain_together / self.plain_apart


def count_savings(
    search: AnySearch,
    *,
    seed: int = 0,
    trees: int,
    seconds: float = INF,
    source: TreeSource = USUAL_TREES,
    to_depth: bool = False,
    keys_given: bool = False,
) -> TableSavings | None:
    """Count the leaves that `search` saves by its table on random trees with transpositions, for up to `seconds`.

    Returns None if the search uses no position keys.

    If `to_depth` is True, an entry of the reference table is only used if it is from a search that was deep enough. If
    `keys_given` is True, the search gets the keys of positions without calling the tree's method `key`. In this case,
    the result is None if the keys never make a difference to the number of leaves. Trees on which the search fails are
    left out.
    """
    random = Random(seed)  # noqa: S311  # not for security
    totals = [0] * 5
    asked = drawn = 0
    end = clock() + seconds
    while drawn < trees and not past(end) and (asked or keys_given or drawn < NEVER_ASKED):
        tree = source.tree(random.randbytes(BYTES[1]), shared=True)
        if not tree.shared:
            continue
        drawn += 1
        both, view = (tree, without_keys(tree)), _Keyed(tree)
        runs = run_fully(search, tree, view), run_fully(search, both[1], _Keyed(both[1]))
        together, apart = (0 if done.found is None else len(done.leaves) for done in runs)
        asked += together != apart if keys_given else view.asked > 0
        if together and apart:
            plain = (_PlainTable(explicit_tree, to_depth=to_depth).leaves for explicit_tree in both)
            totals = [total + more for total, more in zip(totals, (1, together, apart, *plain), strict=True)]
    return TableSavings(*totals) if asked and totals[0] else None


class _Keyed(Inner[int, Number]):
    """A tree that counts the calls of its method `key`, since the log of a search does not contain calls of `key`."""

    asked = 0

    @property
    def same_tree(self) -> Tree[int, Number]:
        """The wrapped tree. The log of a search records this tree, not the wrapper."""
        return self._tree

    def key(self, node: int, /) -> Hashable:
        """Return the key from the wrapped tree, and count the call."""
        self.asked += 1
        return self._tree.key(node)


class _PlainTable:
    """The reference search: fail-soft alpha-beta with a table of bounds. `leaves` counts the evaluated leaves."""

    def __init__(self, tree: Plain, *, to_depth: bool) -> None:
        self.leaves = 0
        self._tree = tree
        self._to_depth = to_depth
        self._table: dict[Any, tuple[Number, Number, int]] = {}
        self._value(tree.root, -INF, INF, 0)

    def _value(self, node: int, alpha: Number, beta: Number, ply: int) -> Number:
        """Search a node, and return its value from MAX's point of view.

        A table entry is deep enough if it was stored at the same ply or nearer to the root.
        """
        tree = self._tree
        place = tree.key(node), tree.is_max(node)
        lower, upper, nearest = self._table.get(place, (-INF, INF, ply))
        if self._to_depth and ply < nearest:
            lower, upper = -INF, INF
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if tree.is_terminal(node):
            self.leaves += 1
            found = tree.evaluate(node)
            self._table[place] = found, found, ply
            return found
        low, high = max(alpha, lower), min(beta, upper)
        is_max = tree.is_max(node)
        best: Number = -INF if is_max else INF
        for child in tree.children(node):
            if is_max:
                best = max(best, self._value(child, max(low, best), high, ply + 1))
            else:
                best = min(best, self._value(child, low, min(high, best), ply + 1))
            if best >= high if is_max else best <= low:
                break
        self._table[place] = best if best > low else lower, best if best < high else upper, ply
        return best


def run_fully(search: AnySearch, tree: Plain, view: Tree[int, Number] | None = None) -> CallResult[int]:
    """Call the search once in the window (-inf, inf), on the tree or on a changed view of the tree."""
    return run(search, tree if view is None else view, FULL, most_questions=case_of(tree, None, [FULL]).most_questions)
