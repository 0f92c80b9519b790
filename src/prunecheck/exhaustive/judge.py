"""Judge a search by contracts on every case of a shard, in plain Python."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, TypeAlias

from prunecheck import catalog
from prunecheck.catalog import Variant
from prunecheck.catalog.records import Claim, Need
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, Run, run
from prunecheck.contracts.order import contract
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import VISIT_CONTRACTS
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Scope, Shard, window_of
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import Window

Call: TypeAlias = Callable[[ExplicitTree[Number], Window[Number]], Run[int]]

JUDGED: Final = tuple(each.name for each in (*VALUE_CONTRACTS, *VISIT_CONTRACTS))  # they are decided by one call
NOT_DECIDED: Final = frozenset({"aspiration", "deepening"})  # drivers that add to values


def run_shard(search: Variant | str, shard: Shard, claims: Sequence[Claim] = ()) -> ShardResult:
    """Judge a variant, or the variant of this name, by its claims or the given ones on every case of a shard.

    Raises: UnknownNameError if there is no such variant.
    """
    variant = catalog.variant(search) if isinstance(search, str) else search
    return judge_plainly(variant.search, shard, claims or claims_of(variant))


def claims_of(variant: Variant) -> tuple[Claim, ...]:
    """The claims of a variant that an exhaustive verification judges."""
    return tuple(claim for claim in variant.claims if claim.contract in JUDGED)


def is_decided_by_order(variant: Variant) -> bool:
    """True if the variant only compares and negates values, and needs no static values."""
    return Need.STATIC_VALUES not in variant.needs and variant.name not in NOT_DECIDED


def scope_of(variant: Variant, leaves: int, chains: int = 0) -> Scope:
    """The scope for a variant: signed if it negates values."""
    return Scope(leaves, signed=Need.NEGATION in variant.needs, chains=chains)


def judge_plainly(search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Call a search on every case of a shard, and judge it by the claims; the first violation of each is kept."""
    return judge_calls(lambda tree, window: run(search, tree, window), search, shard, claims)


def judge_calls(call: Call, search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """The same, with a function that makes a call of the search."""
    started, cases = perf_counter(), 0
    exposed: dict[str, Exposed] = {}
    for leaves in shard.orders:
        tree, every = shard.tree(leaves), shard.windows(leaves)
        cases += len(every)
        case: Case[Any] = Case(tree, [window_of(ends) for ends in every])
        inner = not tree.is_terminal(tree.root)
        left = [contract(claim.contract) for claim in claims if inner or not claim.inner_root]
        for nth, ends in enumerate(every):
            left = [each for each in left if each.name not in exposed]
            if not left:
                break
            evidence = Evidence(case, nth, call(tree, case.windows[nth]), search)
            for each in left:
                if each.judge(evidence) is not None:
                    exposed[each.name] = Exposed(shard, leaves, ends, each.name)
    return ShardResult(shard, cases, tuple(sorted(exposed.values())), seconds=perf_counter() - started)
