"""The phase that judges a search on all trees up to a size, with every order of leaf values, alpha and beta."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct

from prunecheck.catalog import Variant
from prunecheck.catalog.records import Claim, Need
from prunecheck.contracts.case import case_of
from prunecheck.contracts.order import weakest
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.judge import JUDGED, is_compiled, is_decided_by_order, negates, run_shard
from prunecheck.exhaustive.results import Exposed, ScopeResult, ShardResult, merge
from prunecheck.exhaustive.scope import CASES_A_PLAIN_SHARD, CASES_A_SHARD, Scope, Shard, shards
from prunecheck.exhaustive.store import ScopeTask, Store
from prunecheck.subjects.convention import Domain, NodeKind
from prunecheck.subjects.source_files import source_files
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import INF
from prunecheck.verify.budgets import EXAMPLES, NOT_COMPILED, QUICK_SCOPE_LEAVES, SCOPE_LEAVES
from prunecheck.verify.options import Options
from prunecheck.verify.plan import Plan, Progress
from prunecheck.verify.records import Certainty, ScopeVerdict
from prunecheck.verify.run import Phase, Row, Run, due_in

SAVED_EVERY: Final = 1.0  # seconds between two writes
TAKES_SOME: Final = "does not accept all of the cases"


def check_exhaustive(subject: Subject, plan: Plan) -> None:
    """Check, before an exhaustive check, that a search accepts all small trees. Raises: PreconditionError."""
    if not plan.exhaustive:
        return
    check_claims(plan.claims)
    traits = subject.traits
    kinds = {NodeKind.OWN: "only plays its own game", NodeKind.ARRAY: "only accepts binary trees"}
    if traits.node in kinds:
        raise PreconditionError(
            f"{subject.name} {kinds[traits.node]}, so it cannot be judged on all small trees; drop --exhaustive"
        )
    if traits.domain is Domain.SMALL:
        raise PreconditionError("--exhaustive needs more values than --domain small allows; drop one of them")


def decidable(plan: Plan) -> Plan:
    """Remove from a plan the contracts that small trees cannot decide, and the searches that they cannot judge.

    Raises: PreconditionError if no search is left, or if small trees cannot decide a contract that the user claims.
    """
    if not plan.exhaustive:
        return plan
    check_claims(plan.claims)
    if plan.variants and all(variant.lossy for variant in plan.variants):
        names = ", ".join(variant.name for variant in plan.variants)
        raise PreconditionError(
            f"{names}: --exhaustive proves nothing about searches that may return wrong values on purpose; drop "
            "--exhaustive, or choose another variant"
        )
    variants = tuple(filter(is_decided_by_order, plan.variants))
    if not variants:
        names = ", ".join(variant.name for variant in plan.variants)
        raise PreconditionError(
            f"{names}: --exhaustive cannot judge searches that do arithmetic on values or need static values; drop "
            "--exhaustive, or choose another variant"
        )
    contracts = tuple(name for name in plan.contracts if name in JUDGED)
    return replace(plan, variants=variants, contracts=contracts)


def check_claims(claims: Sequence[str]) -> None:
    """Refuse claims that a single call cannot decide. Raises: PreconditionError."""
    for name in claims:
        if name not in JUDGED:
            raise PreconditionError(
                f"{name} cannot be judged by --exhaustive, which judges {', '.join(JUDGED)}; "
                f"drop {name} or --exhaustive"
            )


def _skip(run: Run) -> str:
    if run.plan.exhaustive:
        return ""
    wanted = run.plan.small_trees and run.searched is None and not run.plan.claims
    return run.user_input or ("" if wanted else "not requested")


class Work(Struct, frozen=True):
    """What to check: a search, the scope (a set of small trees), the contracts, and which violations make it fail.

    `due` lists the contracts that the search must satisfy. If `infinite` is True, the search must also be right for
    infinite values. If `compiled` is True, the search is judged by compiled code, which is faster. The options in
    `wanted` name a user's search; the name in `task` names a search of the catalogue.
    """

    task: ScopeTask
    claims: tuple[Claim, ...]
    due: frozenset[str]
    infinite: bool = True
    compiled: bool = False
    wanted: Options | None = None

    @property
    def shards(self) -> list[Shard]:
        """The shards (parts) of the set of small trees, in the order in which a single process judges them."""
        return shards(self.task.scope, most_cases=CASES_A_SHARD if self.compiled else CASES_A_PLAIN_SHARD)

    def fails(self, violation: Exposed) -> bool:
        """True if the violation makes the search fail, and is not just a note."""
        return violation.contract in self.due and (self.infinite or not violation.infinite)


def work_on_variant(variant: Variant, plan: Plan, claims: Iterable[Claim]) -> Work | None:
    """Describe the work of checking a search of the catalogue on all small trees.

    Returns None if small trees cannot decide any contract that the search claims.
    """
    judged = tuple(claim for claim in claims if claim.contract in JUDGED)
    if not is_decided_by_order(variant) or not judged:
        return None
    quick = plan.small_trees and (plan.quick or plan.examples < EXAMPLES)
    leaves, signed = plan.exhaustive, Need.NEGATION in variant.needs
    few = leaves > 0 and Scope(leaves, signed, plan.chains).cases <= NOT_COMPILED
    compiled = not quick and not few and is_compiled(variant)
    if not leaves:
        leaves = QUICK_SCOPE_LEAVES[signed] if quick else SCOPE_LEAVES[compiled, signed]
    names = _names(judged)
    task = ScopeTask(variant.name, _own_code(), names, Scope(leaves, signed, plan.chains))
    return Work(task, judged, frozenset(names), compiled=compiled)


def work_on_subject(subject: Subject, plan: Plan, claims: Iterable[Claim], wanted: Options | None = None) -> Work:
    """Describe the work of checking a user's search on all small trees."""
    judged = tuple(claim for claim in claims if claim.contract in JUDGED)
    scope = Scope(plan.exhaustive, negates(subject), plan.chains, subject.traits.takes_window)
    task = ScopeTask(subject.name, _code_of(subject), _names(judged), scope, _calling(subject))
    return Work(task, judged, due_in(subject, plan), subject.traits.domain is Domain.ANY, wanted=wanted)


def _judge(run: Run) -> Run:
    """Check searches on all trees up to a size, in all orders of leaf values. After Ctrl-C, keep the results so far."""
    if run.searched is not None:
        (row,) = run.rows
        run.report(run.phase)
        own = work_on_subject(run.searched, run.plan, row.claims)
        return _exhaust(run.with_row(0, replace(row, claims=own.claims)), 0, own, partial(run_shard, run.searched))
    for nth, (row, variant) in enumerate(zip(run.rows, run.plan.variants, strict=True)):
        work = None if run.interrupted else work_on_variant(variant, run.plan, row.claims)
        if work is not None:
            run = _exhaust(run, nth, work, partial(run_shard, variant, plainly=not work.compiled))
    return run


def _exhaust(run: Run, nth: int, work: Work, judge: Callable[[Shard, Sequence[Claim]], ShardResult]) -> Run:
    """Check a search on each shard (part) of the small trees until it fails. Stored earlier results are reused."""
    task = work.task
    saved = run.plan.exhaustive and run.plan.keep
    store = (Store.resume if run.plan.resume else Store.start)(task) if saved else Store(task.path, task)
    results: dict[Shard, ShardResult] = {}
    done = before = sum(result.cases for result in store.results.values())
    fresh: list[ShardResult] = []
    started = last = perf_counter()
    try:
        for shard in work.shards:
            if shard in store.results:  # earlier shards may be missing if parts were judged in parallel
                results[shard] = store.results[shard]
            else:
                shown = {
                    (violation.contract, violation.infinite)
                    for result in results.values()
                    for violation in result.exposed
                }
                left = [
                    claim for claim in work.claims if not {(claim.contract, False), (claim.contract, True)} <= shown
                ]
                results[shard] = judge(shard, left)
                done += results[shard].cases
                fresh.append(results[shard])
                now = perf_counter()
                if saved and now - last > SAVED_EVERY:
                    store.add(fresh)
                    fresh, last = [], now
                stage = f"{task.search} on all small trees"
                rate = (done - before) / (now - started)
                run.on_progress(Progress(stage, done, task.scope.cases, rate=rate))
            if any(map(work.fails, results[shard].exposed)):
                break
    except KeyboardInterrupt:
        run = replace(run, interrupted_in=run.phase)
    if saved and fresh:
        store.add(fresh)
    return _with_result(run, nth, merge(task.scope, results.values()), results.values(), work.fails)


def _with_result(
    run: Run, nth: int, found: ScopeResult, results: Iterable[ShardResult], fails: Callable[[Exposed], bool]
) -> Run:
    """Add results to the run: a counterexample for each violation, or a note if the violation cannot be repeated."""
    row = run.rows[nth]
    judge = row.judge
    judge.end = INF
    wrong = [broken for broken in found.exposed if fails(broken) or not broken.infinite]
    for violation in wrong:
        if violation.contract not in judge.refuted:
            judge.judge(case_of(violation.tree, None, [violation.window]), violation.tree)
    once = {broken.contract: broken for broken in reversed(wrong) if broken.contract not in judge.refuted}
    trees = sum(result.shard.stop - result.shard.start for result in results)
    if run.plan.exhaustive:
        judge.trees, judge.calls = trees, found.cases - found.outside
        run = replace(run, trees=max(run.trees, trees))
    return run.with_row(nth, replace(row, scope=found, seen_once=tuple(sorted(once.values()))))


def scope_verdict(row: Row) -> ScopeVerdict | None:
    """The verdict on a search after a check of all small trees, or None if there was no such check."""
    found = row.scope
    if found is None:
        return None
    judged = [claim.contract for claim in row.claims if claim.contract in JUDGED]
    once = {violation.contract for violation in row.seen_once}
    held = tuple(name for name in judged if row.failed_once is None and name not in {*row.judge.refuted, *once})
    infinite = next(
        (violation.tree for violation in found.exposed if violation.infinite and violation.contract in held), None
    )
    due = row.judge.enough or frozenset(judged)
    unproved = (*found.unproved, *([TAKES_SOME] if found.outside else []))
    if once and row.failed_once is None:
        unproved += (f"violated {' and '.join(weakest(sorted(once)))} once, but not when the call was repeated",)
    certainty = Certainty.CHECKED if unproved else Certainty.PROVED
    if row.failed_once is not None or due.intersection(row.judge.refuted):
        certainty = Certainty.REFUTED
    elif not found.complete:
        certainty = Certainty.INCOMPLETE
    scope = found.scope
    return ScopeVerdict(
        scope.leaves,
        scope.signed,
        scope.chains,
        scope.windowed,
        scope.words,
        certainty,
        found.cases,
        scope.cases,
        held,
        unproved,
        infinite,
        found.outside,
    )


def _names(claims: Iterable[Claim]) -> tuple[str, ...]:
    return tuple(claim.contract for claim in claims)


@cache
def _own_code() -> str:
    """A hash of prunecheck's own source files, so that results of other versions are not reused."""
    return _digest(sorted(str(file) for file in Path(__file__).parents[2].rglob("*.py")))


def _code_of(subject: Subject) -> str:
    """A hash of prunecheck's source files and of all files that the search is known to use."""
    files = {*source_files(subject.name)}
    if subject.definition is not None:
        files.add(subject.definition.file)
    return f"{_own_code()} {_digest(sorted(files))}"


def _digest(files: Sequence[str]) -> str:
    found = sha256()
    for file in files:
        found.update(file.encode())
        with suppress(OSError):
            found.update(Path(file).read_bytes())
    return found.hexdigest()[:12]


def _calling(subject: Subject) -> str:
    """Describe how a search is called and which values it accepts, in a text that is the same in every process."""
    traits = subject.traits
    named = sorted(role.name for role in traits.convention.by_name)  # sorted, because a set has no order
    convention = replace(traits.convention, by_name=frozenset())
    return repr((convention, named, traits.domain, traits.numbers, traits.turns))


ALL_SMALL_TREES: Final = Phase("all small trees", _skip, _judge)
