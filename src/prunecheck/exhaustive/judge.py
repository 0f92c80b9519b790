"""Check a search on a shard (some of all small trees): in compiled code, on opaque values, or on plain numbers."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from prunecheck import catalog
from prunecheck.catalog import Variant
from prunecheck.catalog.records import Claim, Form, Need
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import CallResult, Evidence, run
from prunecheck.contracts.move import MOVE_CONTRACTS
from prunecheck.contracts.order import contract
from prunecheck.contracts.value import EXACT, VALUE_CONTRACTS
from prunecheck.contracts.visits import VISIT_CONTRACTS
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.opaque import OpaqueValues, RefusedError
from prunecheck.exhaustive.orders import Ends
from prunecheck.exhaustive.plain_judge import CallCase, Coded, call_plainly, judge_calls, judge_plainly
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Scope, Shard, shards
from prunecheck.subjects.convention import Viewpoint
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import Window

# contracts that can be judged from a single call
JUDGED: Final = tuple(contract.name for contract in (*VALUE_CONTRACTS, *VISIT_CONTRACTS, *MOVE_CONTRACTS))
EXTERNAL: Final = "is an external program, so prunecheck cannot see whether it only compares values"
READS: Final = "does not only compare values with each other: it computes with them, or uses a constant"
# variants that do arithmetic on values, or guess a number
NOT_DECIDED: Final = frozenset({"aspiration", "deepening", "mtd_f", "bisection"})


def run_shard(
    search: Variant | Subject | str, shard: Shard, claims: Sequence[Claim] = (), *, plainly: bool = False
) -> ShardResult:
    """Check whether a search satisfies `claims` on all trees and windows of a shard.

    If `claims` is empty, check the claims that the variant makes in the catalogue.

    `search` may be a variant's name, or the name of a user's search that `find_subject` accepts. If `plainly` is False,
    a variant that can be compiled is checked in compiled code. A user's search is checked on opaque values, which can
    only be compared and negated. A user's search that does more than compare and negate values is checked on plain
    numbers.

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
    """Check a user's search on values that can only be compared and negated, or else on plain numbers.

    If plain numbers are used, the field `unproved` of the result says why. Values that can only be compared and negated
    are called opaque. If a violation occurs only on opaque values or only on plain numbers, the call is repeated with
    both kinds of values. If the two repeated calls disagree about the violation, only the results on plain numbers are
    returned. If the two repeated calls agree, the violation is reported.
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
    for violation in set(found.exposed).symmetric_difference(plainly.exposed):
        by_order = _violates(partial(_call_opaquely, search, values), search, violation)
        if by_order != _violates(partial(call_plainly, search), search, violation):
            return msgspec.structs.replace(plainly, unproved=READS)
    return msgspec.structs.replace(plainly, exposed=tuple(sorted({*found.exposed, *plainly.exposed})))


def _violates(call: CallCase, search: AnySearch, exposed: Exposed) -> bool | None:
    """Repeat a call in which the search violated a contract.

    Returns True if the contract is violated again, and None if the search does more than compare and negate values.
    """
    tree = Coded(exposed.shard, exposed.leaves)
    case: Case[Any] = Case(tree.plain, [exposed.window])
    try:
        again = call(tree, exposed.ends)
    except RefusedError:
        return None
    return contract(exposed.contract).judge(Evidence(case, 0, again, search)) is not None


def _call_opaquely(search: AnySearch, values: OpaqueValues, tree: Coded, ends: Ends) -> CallResult[int]:
    """Run a search once on opaque values, which can only be compared and negated.

    Raises: RefusedError if the search does more with a value than compare or negate it.
    """
    shown: Any = tree.of(values.of)
    alpha, beta = map(values.of, ends)
    window: Any = Window(alpha, beta)
    done = run(search, shown, window)
    if values.refused:  # even if the search caught the error
        raise RefusedError(values.refused)
    return done if done.found is None else replace(done, found=values.answer(done.found))


def negates(subject: Subject) -> bool:
    """True for an external program, and for a search that negates values.

    A search negates values if its calling convention requires negated values, or if the search negated values in test
    calls on tiny trees.
    """
    convention = subject.traits.convention
    if subject.traits.external or Viewpoint.MOVER in (convention.values, convention.answers):
        return True
    values = OpaqueValues(signed=False)
    with suppress(RefusedError, PreconditionError):
        for shard in shards(Scope(2, windowed=convention.window)):
            judge_calls(partial(_call_opaquely, subject.search, values), subject.search, shard, (Claim(EXACT.name),))
    return values.negated


def claims_of(variant: Variant) -> tuple[Claim, ...]:
    """The variant's claims that a check on all small trees can judge."""
    return tuple(claim for claim in variant.claims if claim.contract in JUDGED)


def is_decided_by_order(variant: Variant) -> bool:
    """True if only the order of leaf values matters to a variant: it is not lossy, and needs no static values."""
    return not variant.lossy and Need.STATIC_VALUES not in variant.needs and variant.name not in NOT_DECIDED


def is_compiled(variant: Variant) -> bool:
    """True if a variant is checked in compiled code, which needs Numba and a search that can be compiled."""
    if not isinstance(variant, Form) or find_spec("numba") is None:
        return False
    from prunecheck.exhaustive.compiled import can_compile  # noqa: PLC0415  # loads Numba

    called: Any = variant.search
    return can_compile(called)
