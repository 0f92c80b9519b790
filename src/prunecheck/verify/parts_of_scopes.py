"""Judge all small trees in parts, on several processes or machines. A resumed run uses the stored results."""

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
    """The work (search, claims and scope) for each variant in the plan that can be judged on all small trees."""
    works = (work_on_variant(variant, plan, variant_row(variant, plan).claims) for variant in plan.variants)
    return [work for work in works if work is not None]


def work_on_search(wanted: Options, plan: Plan) -> Work:
    """The work for a user's search. Raises: PreconditionError or UnknownNameError if the search cannot be judged."""
    return use_search(wanted, partial(_work_on, wanted, plan))


def _work_on(wanted: Options, plan: Plan, subject: Subject) -> Work:
    plan = replace(plan, claims=wanted.claims)
    check_exhaustive(subject, plan)
    subject = replace(subject, name=printable_name(subject.name))
    row, *_ = subject_rows(subject, plan)
    return work_on_subject(subject, plan, row.claims, wanted)


def shards_in_parts(work: Work) -> list[tuple[Shard, ...]]:
    """Group the shards into parts that take a few seconds each."""
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
    """The number of windows of a tree with `leaves` leaves, averaged over all orders of the leaf values."""
    orders = leaf_orders(leaves, signed=scope.signed) * 2 * all_shapes(leaves, scope.chains)
    return scope.cases_with(leaves) / orders


def judge_part(work: Work, part: Sequence[Shard]) -> tuple[ShardResult, ...]:
    """Judge part of the small trees. Raises: PreconditionError or UnknownNameError if the search cannot be judged."""
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
