"""Check a search on all small trees in parts, in several processes or on several machines."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec

from prunecheck import catalog
from prunecheck.errors import PreconditionError, how_to_install, printable_name
from prunecheck.exhaustive.judge import run_shard
from prunecheck.exhaustive.results import ShardResult
from prunecheck.exhaustive.scope import Scope, Shard
from prunecheck.subjects.subject import Subject
from prunecheck.theory.small_trees import all_shapes, leaf_orders
from prunecheck.verify.isolated import use_search
from prunecheck.verify.options import Options
from prunecheck.verify.phases.small_trees import Work, check_exhaustive, work_on_subject, work_on_variant
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import subject_rows, variant_row

# True if the search is compiled -> cases in a part, so that each part takes a few seconds
CASES: dict[bool, int] = {True: 50_000_000, False: 50_000}


def work_on_variants(plan: Plan) -> list[Work]:
    """The work (search, claims, set of small trees) for each search of the catalogue that small trees can judge."""
    works = (work_on_variant(variant, plan, variant_row(variant, plan).claims) for variant in plan.variants)
    return [work for work in works if work is not None]


def work_on_search(wanted: Options, plan: Plan) -> Work:
    """The work (search, claims, small trees) for a user's search. Raises: PreconditionError or UnknownNameError."""
    return use_search(wanted, partial(_work_on, wanted, plan))


def _work_on(wanted: Options, plan: Plan, subject: Subject) -> Work:
    plan = replace(plan, claims=wanted.claims)
    check_exhaustive(subject, plan)
    subject = replace(subject, name=printable_name(subject.name))
    row, *_ = subject_rows(subject, plan)
    return work_on_subject(subject, plan, row.claims, wanted)


def shards_in_parts(work: Work) -> list[tuple[Shard, ...]]:
    """Group the shards (small portions of the work) into parts that take a few seconds each."""
    scope = work.task.scope
    cases = [0.0, *(_cases_an_order(scope, leaves) for leaves in range(1, scope.leaves + 1))]
    parts: list[list[Shard]] = [[]]
    size = 0.0
    for shard in work.shards:
        more = cases[shard.leaves] * (shard.stop - shard.start)
        if parts[-1] and size + more > CASES[work.compiled]:
            parts.append([])
            size = 0.0
        parts[-1].append(shard)
        size += more
    return [tuple(part) for part in parts]


def _cases_an_order(scope: Scope, leaves: int) -> float:
    """In how many windows a tree with `leaves` leaves is searched, averaged over all orders of the leaf values."""
    orders = leaf_orders(leaves, signed=scope.signed) * 2 * all_shapes(leaves, scope.chains)
    return scope.cases_with(leaves) / orders


def judge_part(work: Work, part: Sequence[Shard]) -> tuple[ShardResult, ...]:
    """Check a search on a part of the small trees. Raises: PreconditionError or UnknownNameError."""
    if work.wanted is not None:
        return use_search(work.wanted, partial(_judge, work, part))
    if work.compiled and find_spec("numba") is None:
        raise PreconditionError(
            f"{work.task.search}: a worker has no Numba, and would be slow without it; on the worker's machine, "
            f"{how_to_install('native')}"
        )
    variant = catalog.variant(work.task.search)
    return tuple(run_shard(variant, shard, work.claims, plainly=not work.compiled) for shard in part)


def _judge(work: Work, part: Sequence[Shard], subject: Subject) -> tuple[ShardResult, ...]:
    return tuple(run_shard(subject, shard, work.claims) for shard in part)
