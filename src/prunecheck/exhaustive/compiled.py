"""Judge the forms of the catalogue on whole shards at native speed: the loop over cases is compiled, too."""

from array import array
from collections.abc import Callable, Container, Hashable, MutableSequence, Sequence
from functools import cache
from itertools import accumulate
from time import perf_counter
from typing import Any, Final

from msgspec import structs

from prunecheck.catalog.records import Claim
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.judge import judge_plainly
from prunecheck.exhaustive.orders import BOTTOM, TOP, windows
from prunecheck.exhaustive.results import Exposed, ShardResult
from prunecheck.exhaustive.scope import Shard, packed_orders
from prunecheck.exhaustive.small_tree import (
    BOUND,
    CLAMPED,
    EVERY,
    EXACT,
    FISHBURN,
    KNUTH,
    SHALLOW,
    STRICT,
    VISITS,
    WITHIN,
    SmallTree,
)
from prunecheck.native import Block, compiled
from prunecheck.native.internals import CompileError
from prunecheck.trees.search import AnySearch

RULES: Final = {"exact": EXACT, "knuth": KNUTH, "fishburn": FISHBURN, "clamped": CLAMPED}
CASES_AT_ONCE: Final = 32_768  # their answers fit into a processor's cache
LAWS: Final = {
    "visits": VISITS,
    "strict-visits": STRICT,
    "shallow-visits": SHALLOW,
    "every-leaf": EVERY,
    "within": WITHIN,
}


def call_all(
    search: Callable[[SmallTree, int, int, int], int],
    tree: SmallTree,
    start: int,
    stop: int,
    alphas: Sequence[int],
    betas: Sequence[int],
    first: Sequence[int],
    found: MutableSequence[int],
    read: MutableSequence[int],
    seen: MutableSequence[int],
) -> int:
    """Call a search on the orders from `start` to `stop`, and note the answer and the leaves that it evaluates.

    The windows for a number of steps are those from `first[steps]` to `first[steps + 1]`. Returns the number of calls.
    """
    case = 0
    for nth in range(start, stop):
        steps = tree.fill(nth)
        for window in range(first[steps], first[steps + 1]):
            tree.read = tree.seen = 0
            found[case] = search(tree, 0, alphas[window], betas[window])
            read[case], seen[case] = tree.read, tree.seen
            case += 1
    return case


def first_violation(
    tree: SmallTree,
    start: int,
    at: int,
    stop: int,
    alphas: Sequence[int],
    betas: Sequence[int],
    first: Sequence[int],
    found: Sequence[int],
    read: Sequence[int],
    seen: Sequence[int],
    asked: Sequence[int],
) -> int:
    """The first order, from `at` on, with a noted answer that violates a contract or law of `asked`; `stop` if none.

    `asked` has a contract on values and a law for orders whose leaves are finite, then both for orders with infinite
    leaves.
    """
    case = 0
    for nth in range(start, stop):
        steps = tree.fill(nth)
        if nth < at:
            case += first[steps + 1] - first[steps]
            continue
        rule, law = asked[2 * tree.infinite], asked[2 * tree.infinite + 1]
        tree.solve(law)
        for window in range(first[steps], first[steps + 1]):
            alpha, beta = alphas[window], betas[window]
            if rule and not tree.is_right(rule, found[case], alpha, beta):
                return nth
            if law and not tree.is_lawful(law, read[case], seen[case], alpha, beta):
                return nth
            case += 1
    return stop


@cache
def window_columns(leaves: int, *, signed: bool) -> tuple["array[int]", "array[int]", "array[int]"]:
    """The windows for each number of steps up to `leaves`: alphas, betas, and where each number of steps begins."""
    every = [windows(steps, signed=signed) for steps in range(leaves + 1)]
    alphas = array("q", (native(alpha) for found in every for alpha, _ in found))
    betas = array("q", (native(beta) for found in every for _, beta in found))
    return alphas, betas, array("q", accumulate(map(len, every), initial=0))


def native(code: int) -> int:
    """The number that stands for a code in compiled code."""
    return BOUND if code == TOP else -BOUND if code == BOTTOM else code


@cache
def can_compile(search: Hashable) -> bool:
    """True if a search can be compiled: it stores no iterators, and only calls the methods of a plain `Tree`."""
    called: Any = search
    try:
        judge_compiled(called, Shard(1, 0, min_at_root=False, start=0, stop=1), ())
    except (PreconditionError, CompileError, AssertionError):  # Numba also raises AssertionError
        return False
    return True


def judge_compiled(search: AnySearch, shard: Shard, claims: Sequence[Claim]) -> ShardResult:
    """As `judge_plainly`, compiled. An order with a violation is judged again in plain Python, whose result counts.

    Raises: PreconditionError if the search cannot be compiled.
    """
    started = perf_counter()
    orders = packed_orders(shard.leaves, signed=shard.signed)
    as_set = any(LAWS.get(claim.contract) == WITHIN for claim in claims)
    tree = SmallTree(shard.tree((0,) * shard.leaves), orders, signed=shard.signed, as_set=as_set)
    block, columns = Block(tree, "int"), window_columns(shard.leaves, signed=shard.signed)
    most = len(windows(shard.leaves, signed=shard.signed))
    at_once = max(1, CASES_AT_ONCE // most)
    noted = tuple(array("q", bytes(8 * most * at_once)) for _ in range(3))  # found, read, seen
    form, call, judge = (compiled(each, "int") for each in (search, call_all, first_violation))
    exposed: dict[tuple[str, bool], Exposed] = {}
    cases = 0
    for start in range(shard.start, shard.stop, at_once):
        stop = min(start + at_once, shard.stop)
        cases += call(form, block, start, stop, *columns, *noted)
        for group in _groups([claim for claim in claims if shard.nested or not claim.inner_root]):
            at = start
            while at < stop:
                asked = array("q", (*_asked(group, exposed, infinite=False), *_asked(group, exposed, infinite=True)))
                at = judge(block, start, at, stop, *columns, *noted, asked)
                if at == stop:
                    break
                again = judge_plainly(search, structs.replace(shard, start=at, stop=at + 1), group)
                known = len(exposed)
                for each in again.exposed:
                    exposed.setdefault((each.contract, each.infinite), structs.replace(each, shard=shard))
                assert len(exposed) > known, f"compiled, {search} differs from plain Python in {shard.name}, order {at}"
                at += 1
    return ShardResult(shard, cases, tuple(sorted(exposed.values())), seconds=perf_counter() - started)


def _groups(claims: Sequence[Claim]) -> list[list[Claim]]:
    """The claims in groups, each judged in one pass: claims on values with the first law, then each other law."""
    laws = [claim for claim in claims if claim.contract in LAWS]
    return [[*(claim for claim in claims if claim.contract in RULES), *laws[:1]], *([law] for law in laws[1:])]


def _asked(group: Sequence[Claim], exposed: Container[tuple[str, bool]], *, infinite: bool) -> tuple[int, int]:
    """The strongest contract on values and the law that have no violation yet."""
    left = [claim.contract for claim in group if (claim.contract, infinite) not in exposed]
    rule = max((RULES[name] for name in left if name in RULES), default=0)
    return rule, max((LAWS[name] for name in left if name in LAWS), default=0)
