"""Judge a search by contracts on every case of a shard, in plain Python."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.util import find_spec
from time import perf_counter
from typing import Any, Final, TypeAlias

import msgspec

from prunecheck import catalog
from prunecheck.catalog import Variant
from prunecheck.catalog.records import Claim, Form, Need
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, Run, run
from prunecheck.contracts.move import MOVE_CONTRACTS
from prunecheck.contracts.order import contract
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import VISIT_CONTRACTS
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.opaque import OpaqueValues, RefusedError
from prunecheck.exhaustive.orders import Ends, Leaves, is_infinite
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Scope, Shard, shards, window_of
from prunecheck.subjects.convention import Viewpoint
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import Window

# contracts that a single call decides
JUDGED: Final = tuple(each.name for each in (*VALUE_CONTRACTS, *VISIT_CONTRACTS, *MOVE_CONTRACTS))
EXTERNAL: Final = "is an external program, which may do more with values than compare them"
READS: Final = "does more with values than compare them, for example with a constant"
# variants that calculate with values, or guess a number
NOT_DECIDED: Final = frozenset({"aspiration", "deepening", "mtd_f", "bisection"})


@dataclass(frozen=True)
class Coded:
    """A tree with codes at its leaves, and the trees with the numbers or opaque values for which the codes stand."""

    shard: Shard
    leaves: Leaves

    @cached_property
    def plain(self) -> ExplicitTree[Number]:
        """The tree with the codes as plain numbers."""
        return self.shard.tree(self.leaves)

    @cached_property
    def _made(self) -> dict[object, Any]:
        return {}

    def of(self, make: Callable[[int], Any]) -> ExplicitTree[Any]:
        """The tree with each code replaced by the value that `make` returns for it, cached."""
        if make not in self._made:
            self._made[make] = self.shard.tree_of(map(make, self.leaves))
        found: ExplicitTree[Any] = self._made[make]
        return found


Call: TypeAlias = Callable[[Coded, Ends], Run[int]]


def run_shard(
    search: Variant | Subject | str, shard: Shard, claims: Sequence[Claim] = (), *, plainly: bool = False
) -> ShardResult:
    """Judge a search by `claims` on every case of a shard; without `claims`, judge a variant by its own claims.

    A name is the name of a variant, or of a user's search as in `find_subject`. A variant only compares and negates
    values; it is judged at native speed if it can be compiled, unless `plainly` is given. A user's search is judged on
    opaque values, and on plain numbers if it does more than compare and negate values.
    Raises: UnknownNameError or PreconditionError if the search is not found or cannot be called.
    """
    if isinstance(search, str):
        search = find_subject(search) if ":" in search else catalog.variant(search)
    if isinstance(search, Variant):
        judge = judge_plainly
        if not plainly and is_compiled(search):
            from prunecheck.exhaustive.compiled import judge_compiled as judge  # noqa: PLC0415  # loads Numba
        return judge(search.search, shard, claims or claims_of(search))
    return judge_subject(search, shard, claims)


def judge_subject(subject: Subject, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Judge a user's search on opaque values, or on plain numbers if it does more than compare and negate values.

    If plain numbers are used, `unproved` in the result says why. A violation only counts if it also occurs on plain
    numbers, or if it was seen once and cannot be repeated.
    """
    search = subject.search
    if subject.traits.external:
        return msgspec.structs.replace(judge_plainly(search, shard, claims), unproved=EXTERNAL)
    values = OpaqueValues(signed=shard.signed)
    try:
        found = judge_calls(partial(_call_opaquely, search, values), search, shard, claims)
    except RefusedError:
        found = None
    if found is not None and not found.exposed:
        return found
    plainly = judge_plainly(search, shard, claims)
    if found is None:
        return msgspec.structs.replace(plainly, unproved=values.refused)
    for each in set(found.exposed).symmetric_difference(plainly.exposed):
        by_order = _violates(partial(_call_opaquely, search, values), search, each)
        if by_order != _violates(partial(_call_plainly, search), search, each):
            return msgspec.structs.replace(plainly, unproved=READS)
    return msgspec.structs.replace(plainly, exposed=tuple(sorted({*found.exposed, *plainly.exposed})))


def _violates(call: Call, search: AnySearch, exposed: Exposed) -> bool | None:
    """True if a repeated call of a case violates the contract; None if the search does more than compare and negate."""
    tree = Coded(exposed.shard, exposed.leaves)
    case: Case[Any] = Case(tree.plain, [exposed.window])
    try:
        again = call(tree, exposed.ends)
    except RefusedError:
        return None
    return contract(exposed.contract).judge(Evidence(case, 0, again, search)) is not None


def _call_opaquely(search: AnySearch, values: OpaqueValues, tree: Coded, ends: Ends) -> Run[int]:
    """Call a search on opaque values. Raises: RefusedError if it does more than compare and negate them."""
    shown: Any = tree.of(values.of)
    alpha, beta = map(values.of, ends)
    window: Any = Window(alpha, beta)
    done = run(search, shown, window)
    if values.refused:  # even if the search caught the error
        raise RefusedError(values.refused)
    return done if done.found is None else replace(done, found=values.answer(done.found))


def negates(subject: Subject) -> bool:
    """True for programs, and for searches that negate values by their convention or on trees of up to two leaves."""
    convention = subject.traits.convention
    if subject.traits.external or Viewpoint.MOVER in (convention.values, convention.answers):
        return True
    values = OpaqueValues(signed=False)
    with suppress(RefusedError, PreconditionError):
        for shard in shards(Scope(2, windowed=convention.window)):
            judge_calls(partial(_call_opaquely, subject.search, values), subject.search, shard, (Claim("exact"),))
    return values.negated


def claims_of(variant: Variant) -> tuple[Claim, ...]:
    """The claims of a variant that an exhaustive verification judges."""
    return tuple(claim for claim in variant.claims if claim.contract in JUDGED)


def is_decided_by_order(variant: Variant) -> bool:
    """True if the variant is not lossy, only compares and negates values, and needs no static values."""
    return not variant.lossy and Need.STATIC_VALUES not in variant.needs and variant.name not in NOT_DECIDED


def is_compiled(variant: Variant) -> bool:
    """True if a variant is judged at native speed: a form that can be compiled, if Numba is installed."""
    if not isinstance(variant, Form) or find_spec("numba") is None:
        return False
    from prunecheck.exhaustive.compiled import can_compile  # noqa: PLC0415  # loads Numba

    called: Any = variant.search
    return can_compile(called)


def scope_of(variant: Variant, leaves: int, chains: int = 0) -> Scope:
    """The scope for a variant: signed if it negates values."""
    return Scope(leaves, signed=Need.NEGATION in variant.needs, chains=chains)


def judge_plainly(search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Call a search on every case of a shard, and judge it by the claims; the first violation of each claim is kept."""
    return judge_calls(partial(_call_plainly, search), search, shard, claims)


def _call_plainly(search: AnySearch, tree: Coded, ends: Ends) -> Run[int]:
    return run(search, tree.plain, window_of(ends))


def judge_calls(call: Call, search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Judge every case of a shard, with a function that makes a call of the search.

    For each claim, the first violation with finite leaves and the first one with infinite leaves are kept.
    """
    started, cases, outside = perf_counter(), 0, 0
    exposed: dict[tuple[str, bool], Exposed] = {}
    for leaves in shard.orders:
        tree, every = Coded(shard, leaves), shard.windows(leaves)
        cases += len(every)
        infinite = is_infinite(leaves)
        left = [contract(claim.contract) for claim in claims if shard.nested or not claim.inner_root]
        left = [each for each in left if (each.name, infinite) not in exposed]
        if not left:
            continue
        case: Case[Any] = Case(tree.plain, [window_of(ends) for ends in every])
        for nth, ends in enumerate(every):
            evidence = Evidence(case, nth, call(tree, ends), search)
            outside += evidence.run.outside
            for each in left:
                if each.judge(evidence) is not None:
                    exposed.setdefault((each.name, infinite), Exposed(shard, leaves, ends, each.name))
    seconds = perf_counter() - started
    return ShardResult(shard, cases, tuple(sorted(exposed.values())), seconds=seconds, outside=outside)
