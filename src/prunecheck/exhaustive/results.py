"""Results of an exhaustive check: for one shard (a part of all small trees), and for a scope, merged from shards."""

from collections.abc import Iterable

from msgspec import Struct

from prunecheck.exhaustive.orders import Ends, Leaves, is_infinite
from prunecheck.exhaustive.scope import Scope, Shard, window_of
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window


class Exposed(Struct, frozen=True, order=True):
    """A violation of a contract: the first tree and window of a shard, with finite or with infinite leaf values."""

    shard: Shard
    leaves: Leaves
    ends: Ends
    contract: str

    @property
    def tree(self) -> ExplicitTree[Number]:
        """The tree on which the contract is violated."""
        return self.shard.tree(self.leaves)

    @property
    def window(self) -> Window[Number]:
        """The window in which the contract is violated."""
        return window_of(self.ends)

    @property
    def infinite(self) -> bool:
        """True if some leaf value of the tree is infinite."""
        return is_infinite(self.leaves)


class ShardResult(Struct, frozen=True):
    """The result of one shard: how many trees and windows were checked, and the first violations of each contract.

    If the result holds only for the numbers that were used, not for all values in the same order, `unproved` says why;
    otherwise, it is empty. `outside` is the number of cases (trees with windows) that were skipped, because the search
    does not accept their values.
    """

    shard: Shard
    cases: int
    exposed: tuple[Exposed, ...] = ()
    unproved: str = ""
    seconds: float = 0.0
    outside: int = 0


class ScopeResult(Struct, frozen=True):
    """The result of checking a scope, complete or partial, with the smallest violations of each contract."""

    scope: Scope
    cases: int
    exposed: tuple[Exposed, ...] = ()
    unproved: tuple[str, ...] = ()
    seconds: float = 0.0
    outside: int = 0

    @property
    def complete(self) -> bool:
        """True if the search was checked on every tree and window of the scope."""
        return self.cases == self.scope.cases


def merge(scope: Scope, results: Iterable[ShardResult]) -> ScopeResult:
    """Merge the results of shards, in any order, into the result of a scope.

    If a shard occurs twice, its result is only used once.
    """
    by_shard = {result.shard: result for result in results}
    found: dict[tuple[str, bool], Exposed] = {}
    for shard in sorted(by_shard):
        for violation in by_shard[shard].exposed:
            found.setdefault((violation.contract, violation.infinite), violation)
    return ScopeResult(
        scope,
        sum(result.cases for result in by_shard.values()),
        tuple(sorted(found.values())),
        tuple(sorted({result.unproved for result in by_shard.values()} - {""})),
        sum(result.seconds for result in by_shard.values()),
        sum(result.outside for result in by_shard.values()),
    )
