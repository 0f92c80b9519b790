"""Check the catalogue's searches in native code. The loop over trees and windows is compiled, too."""

from array import array
from collections.abc import Container, Hashable, Sequence
from dis import get_instructions
from functools import cache
from inspect import CO_VARARGS, CO_VARKEYWORDS, unwrap
from itertools import chain
from time import perf_counter
from typing import Any, Final

from msgspec import structs

from prunecheck.catalog.records import Claim
from prunecheck.contracts import value, visits
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.cases import CLAMPED, EXACT, FISHBURN, KNUTH, Cases
from prunecheck.exhaustive.plain_judge import judge_plainly
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Shard, packed_orders
from prunecheck.exhaustive.small_tree import EVERY, SHALLOW, STRICT, VISITS, WITHIN, SmallTree
from prunecheck.native import Block, compiled
from prunecheck.native.internals import CompileError
from prunecheck.trees.search import AnySearch

RULES: Final = {
    value.EXACT.name: EXACT,
    value.KNUTH.name: KNUTH,
    value.FISHBURN.name: FISHBURN,
    value.CLAMPED.name: CLAMPED,
}
WITH_WINDOW: Final = 4  # parameters of a search: tree, node, alpha, beta
LAWS: Final = {
    visits.VISITS.name: VISITS,
    visits.STRICT_VISITS.name: STRICT,
    visits.SHALLOW_VISITS.name: SHALLOW,
    visits.EVERY_LEAF.name: EVERY,
    visits.WITHIN.name: WITHIN,
}


@cache
def can_compile(search: Hashable) -> bool:
    """True if a search can be compiled: it stores no iterators, and calls no methods except the methods of `Tree`."""
    called: Any = search
    try:
        judge_compiled(called, Shard(1, 0, min_at_root=False, start=0, stop=1), ())
    except (PreconditionError, CompileError, AssertionError):  # Numba also raises AssertionError
        return False
    return True


def reads_window(search: AnySearch) -> bool:
    """False if the code of a search certainly reads neither alpha nor beta; otherwise, True."""
    code = getattr(unwrap(search), "__code__", None)
    if code is None or code.co_argcount != WITH_WINDOW or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        return True
    ends = code.co_varnames[WITH_WINDOW - 2 : WITH_WINDOW]
    # from Python 3.13 on, an instruction may name two variables
    named = (
        instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
        for instruction in get_instructions(code)
    )
    return not set(ends).isdisjoint((*chain.from_iterable(named), *code.co_cellvars))


def judge_compiled(search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """Check a search in compiled code on a shard: on all its trees, orders of leaf values, and windows.

    A search that never reads its window is called once for each order of leaf values, and the result is checked for
    every window. If an order of leaf values leads to a violation, this order is checked again in plain Python, and only
    violations that also occur in plain Python are reported.

    Raises: PreconditionError if the search cannot be compiled.
    """
    started = perf_counter()
    orders = packed_orders(shard.leaves, signed=shard.signed)
    as_set = any(LAWS.get(claim.contract) == WITHIN for claim in claims)
    tree = SmallTree(shard.tree((0,) * shard.leaves), orders, signed=shard.signed, as_set=as_set)
    cases = Cases(shard.leaves, signed=shard.signed)
    block, noted = Block(tree, "int"), Block(cases, "int")
    call = Cases.call_all if reads_window(search) else Cases.call_once
    form, call_all, first_violation = (compiled(function, "int") for function in (search, call, Cases.first_violation))
    exposed: dict[tuple[str, bool], Exposed] = {}
    judged = 0
    for start in range(shard.start, shard.stop, cases.room):
        stop = min(start + cases.room, shard.stop)
        judged += call_all(noted, form, block, tree.root, start, stop)
        for group in _groups([claim for claim in claims if shard.nested or not claim.inner_root]):
            at = start
            while at < stop:
                asked = array("q", (*_asked(group, exposed, infinite=False), *_asked(group, exposed, infinite=True)))
                at = first_violation(noted, block, start, at, stop, asked)
                if at == stop:
                    break
                again = judge_plainly(search, structs.replace(shard, start=at, stop=at + 1), group)
                known = len(exposed)
                for violation in again.exposed:
                    exposed.setdefault(
                        (violation.contract, violation.infinite), structs.replace(violation, shard=shard)
                    )
                assert len(exposed) > known, (
                    f"{search} returns different results in compiled code and in plain Python (tree shape "
                    f"{shard.name}, order {at} of the leaf values)"
                )
                at += 1
    return ShardResult(shard, judged, tuple(sorted(exposed.values())), seconds=perf_counter() - started)


def _groups(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Divide the claims of a search into groups, so that each group needs only one loop over the trees.

    The first group contains all claims about values and one claim about evaluated leaves. Each further claim about
    evaluated leaves forms a group of its own.
    """
    laws = [claim for claim in claims if claim.contract in LAWS]
    return [[*(claim for claim in claims if claim.contract in RULES), *laws[:1]], *([law] for law in laws[1:])]


def _asked(group: Sequence[Claim], exposed: Container[tuple[str, bool]], *, infinite: bool) -> tuple[int, int]:
    """Return the numbers of two rules: the strongest contract on values, and the strongest law on evaluated leaves.

    Contracts and laws that the search has already violated are left out, since they need not be checked again. The
    first returned number is 0 if no contract on values is left to check. The second returned number is 0 if no law on
    evaluated leaves is left to check.
    """
    left = [claim.contract for claim in group if (claim.contract, infinite) not in exposed]
    rule = max((RULES[name] for name in left if name in RULES), default=0)
    return rule, max((LAWS[name] for name in left if name in LAWS), default=0)
