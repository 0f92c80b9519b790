"""Check whether a search satisfies contracts on all trees and windows of a shard, in plain Python."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from time import perf_counter
from typing import Any, TypeAlias

from prunecheck.catalog.records import Claim
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import CallResult, Evidence, run
from prunecheck.contracts.order import contract
from prunecheck.exhaustive.orders import Ends, Leaves, is_infinite
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Shard, window_of
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch


@dataclass(frozen=True)
class Coded:
    """A tree whose leaf values are codes: small integers that represent numbers or opaque values in the same order."""

    shard: Shard
    leaves: Leaves

    @cached_property
    def plain(self) -> ExplicitTree[Number]:
        """The tree with each code converted to a plain number."""
        return self.shard.tree(self.leaves)

    @cached_property
    def _made(self) -> dict[object, Any]:
        return {}

    def of(self, make: Callable[[int], Any]) -> ExplicitTree[Any]:
        """The tree with each code replaced by the value that `make` returns for the code. Results are cached."""
        if make not in self._made:
            self._made[make] = self.shard.tree_of(map(make, self.leaves))
        found: ExplicitTree[Any] = self._made[make]
        return found


CallCase: TypeAlias = Callable[[Coded, Ends], CallResult[int]]


def judge_plainly(search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Run a search on all trees and windows of a shard, and return the first violation of each claim."""
    return judge_calls(partial(call_plainly, search), search, shard, claims)


def call_plainly(search: AnySearch, tree: Coded, ends: Ends) -> CallResult[int]:
    """Run a search once, on a tree whose leaf values are plain numbers."""
    return run(search, tree.plain, window_of(ends))


def judge_calls(call: CallCase, search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Check all trees and windows of a shard; `call` runs the search once.

    For each claim, the result contains the first violation with finite leaves and the first violation with infinite
    leaves.
    """
    started, cases, outside = perf_counter(), 0, 0
    exposed: dict[tuple[str, bool], Exposed] = {}
    for leaves in shard.orders:
        tree, every = Coded(shard, leaves), shard.windows(leaves)
        cases += len(every)
        infinite = is_infinite(leaves)
        left = [contract(claim.contract) for claim in claims if shard.nested or not claim.inner_root]
        left = [contract for contract in left if (contract.name, infinite) not in exposed]
        if not left:
            continue
        case: Case[Any] = Case(tree.plain, [window_of(ends) for ends in every])
        for nth, ends in enumerate(every):
            evidence = Evidence(case, nth, call(tree, ends), search)
            outside += evidence.run.outside
            for row in left:
                if row.judge(evidence) is not None:
                    exposed.setdefault((row.name, infinite), Exposed(shard, leaves, ends, row.name))
    seconds = perf_counter() - started
    return ShardResult(shard, cases, tuple(sorted(exposed.values())), seconds=seconds, outside=outside)
