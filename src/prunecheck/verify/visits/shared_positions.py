"""What a search makes of positions met again: the leaves that it saves, over many trees, beside a plain table."""

from collections.abc import Callable, Hashable
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from msgspec import Struct

from prunecheck.contracts.case import case_of
from prunecheck.contracts.evidence import answered
from prunecheck.strategies.encoding import WITHIN_BOUNDS, Scale, decode
from prunecheck.trees.explicit import ExplicitTree, without_keys
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import NEVER_ASKED

BYTES: Final = 96

Plain: TypeAlias = ExplicitTree[Number]


class TableSavings(Struct, frozen=True):
    """Leaves read on `trees` with shared positions, in the full window: by a search, and by a plain table of bounds.

    `together` where a position has one key, however it is reached; `apart` where each path to it has a key of its own.
    """

    trees: int
    together: int
    apart: int
    plain_together: int
    plain_apart: int

    @property
    def saved(self) -> float:
        """The part of the leaves that the search saves; negative where it reads more."""
        return 1 - self.together / self.apart

    @property
    def can_be_saved(self) -> float:
        """The part that a plain table saves."""
        return 1 - self.plain_together / self.plain_apart


def met_again(
    search: AnySearch,
    *,
    seed: int = 0,
    trees: int,
    seconds: float = INF,
    turns: bool = False,
    to_depth: bool = False,
    keys_given: bool = False,
    scales: tuple[Scale, ...] = WITHIN_BOUNDS,
    within: Callable[[Plain], Plain] = lambda tree: tree,
) -> TableSavings | None:
    """What `search` saves on random trees with shared positions, as `seconds` allow; None if it asks for no key.

    With `turns`, the same player may move again in them. The plain table serves `to_depth` where it is deep enough.
    With `keys_given`, it is told keys without asking: None, too, if it never reads more or less for them. Values are
    of one of the `scales`, and `within` what a search takes.
    Trees on which the search fails do not count.
    """
    random = Random(seed)  # noqa: S311  # no secret is made of it
    totals = [0] * 5
    asked = drawn = 0
    end = perf_counter() + seconds
    while drawn < trees and perf_counter() < end and (asked or keys_given or drawn < NEVER_ASKED):
        tree = within(unfolded(decode(random.randbytes(BYTES), static_values=False, scales=scales, turns=turns)))
        if not tree.shared:
            continue
        drawn += 1
        together, keys = _read(search, tree)
        apart, _ = _read(search, without_keys(tree))
        asked += together != apart if keys_given else keys > 0
        if together and apart:
            plain = (_PlainTable(each, to_depth=to_depth).leaves for each in (tree, without_keys(tree)))
            totals = [total + more for total, more in zip(totals, (1, together, apart, *plain), strict=True)]
    return TableSavings(*totals) if asked and totals[0] else None


def _read(search: AnySearch, tree: Plain) -> tuple[int, int]:
    """The leaves that a search reads, none where it fails, and the keys that it asks for."""
    case = case_of(tree, None, [FULL])
    keyed = _Keyed(tree)
    done = answered(search, recorded(keyed, most_questions=case.most_questions), FULL)
    return 0 if done.found is None else len(done.leaves), keyed.asked


class _Keyed(Inner[int, Number]):
    """A tree that counts how often it is `asked` for a key; a log does not, as positions compare by keys unlogged."""

    asked = 0

    def key(self, node: int, /) -> Hashable:
        """As the inner tree, and counted."""
        self.asked += 1
        return self._tree.key(node)


class _PlainTable:
    """Fail-soft alpha-beta from left to right with a table of bounds, and the `leaves` that it reads."""

    def __init__(self, tree: Plain, *, to_depth: bool) -> None:
        self.leaves = 0
        self._tree = tree
        self._to_depth = to_depth
        self._table: dict[Any, tuple[Number, Number, int]] = {}
        self._value(tree.root, -INF, INF, 0)

    def _value(self, node: int, alpha: Number, beta: Number, ply: int) -> Number:
        """For MAX. The plies left are fewer the further down it is: recursion is as deep as the tree."""
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
