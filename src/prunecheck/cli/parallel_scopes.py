"""Judge parts of exhaustive checks in parallel processes or on a cluster, and save the results for the main run."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import click

from prunecheck.cli.output import quiet
from prunecheck.errors import PrunecheckError
from prunecheck.exhaustive.results import ShardResult
from prunecheck.exhaustive.scope import Shard
from prunecheck.exhaustive.store import Store
from prunecheck.fleet.display import Display, hidden
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import Task, task
from prunecheck.subjects.source_files import source_files
from prunecheck.verify.options import Options
from prunecheck.verify.parts_of_scopes import judge_part, shards_in_parts, work_on_search, work_on_variants
from prunecheck.verify.phases.small_trees import Work
from prunecheck.verify.plan import Plan


def judge_parts_of_variants(plan: Plan, fleet: Fleet, display: Display = hidden) -> None:
    """Judge all parts of exhaustive checks for the plan's variants, and save the results for a run that resumes.

    Raises: PrunecheckError if a part cannot be judged, or the fleet fails; KeyboardInterrupt after Ctrl-C.
    """
    _judge(work_on_variants(plan), plan, fleet, display)


def judge_parts_of_searches(wanted: Sequence[Options], plan: Plan, fleet: Fleet, display: Display = hidden) -> None:
    """Judge all parts of exhaustive checks for users' searches, and save the results.

    If a search cannot be judged, the main run reports why.
    """
    files = tuple(dict.fromkeys(file for options in wanted for file in source_files(options.search)))
    tasks = [task(options.search, find_work, options, plan, files=files) for options in wanted]
    found = [result.value for result in fleet.run_in_order(tasks, display=display)]
    if len(found) < len(tasks):
        raise KeyboardInterrupt
    _judge([work for work in found if isinstance(work, Work)], plan, fleet, display, files)


def unresumed(plan: Plan) -> Plan:
    """A copy of the plan with default settings for saving and reusing results.

    These settings do not affect the results.
    """
    return replace(plan, resume=False, keep=True)


def find_work(wanted: Options, plan: Plan) -> Work:
    """Find what to check exhaustively for a user's search. Output of the search is discarded."""
    with quiet():
        return work_on_search(wanted, plan)


def judge_quietly(work: Work, part: Sequence[Shard]) -> tuple[ShardResult, ...]:
    """Judge some shards (parts of a scope), and discard what the search prints."""
    with quiet():
        return judge_part(work, part)


@dataclass(slots=True)
class _Scope:
    """An exhaustive check: its parts, the file with the results, and the parts still to be judged."""

    work: Work
    parts: Sequence[tuple[Shard, ...]]
    store: Store
    missing: set[int]

    @classmethod
    def of(cls, work: Work, *, resume: bool) -> Self:
        """A check that has no results yet or, with `resume`, the results that an earlier run has stored.

        Raises: PreconditionError if the file cannot be read or written.
        """
        parts, store = shards_in_parts(work), (Store.resume if resume else Store.start)(work.task)
        scope = cls(work, parts, store, set(range(len(parts))))
        for nth, part in enumerate(parts):
            if all(shard in store.results for shard in part):
                scope._judged(nth)
        return scope

    def take(self, nth: int, found: tuple[ShardResult, ...] | PrunecheckError) -> None:
        """Store the results of one part of a scope.

        Once a part fails or cannot be judged, later parts are not needed.

        Raises: PrunecheckError if a part cannot be judged for a variant. For a user's search, this is not an error,
        because the search may end its process.
        """
        if nth not in self.missing:  # the part was already running when it became unnecessary
            return
        if not isinstance(found, PrunecheckError):
            self.store.add(found)
            self._judged(nth)
        elif self.work.wanted is None:
            raise found
        else:
            self._leave_out(nth)

    def _judged(self, nth: int) -> None:
        self.missing.discard(nth)
        if any(self.work.fails(broken) for shard in self.parts[nth] for broken in self.store.results[shard].exposed):
            self._leave_out(nth)

    def _leave_out(self, first: int) -> None:
        """Mark this part and all parts after it as not needed."""
        self.missing = {nth for nth in self.missing if nth < first}


def _judge(works: Sequence[Work], plan: Plan, fleet: Fleet, display: Display, files: tuple[str, ...] = ()) -> None:
    if not plan.keep:
        raise click.UsageError(
            "with --exhaustive, --jobs and --scheduler must save results, so they cannot be used with --no-cache"
        )
    scopes = [_Scope.of(work, resume=plan.resume) for work in works]
    parts = [(scope, nth) for scope in scopes for nth in sorted(scope.missing)]
    tasks = [_task(scope.work, scope.parts[nth], files) for scope, nth in parts]

    def needed(at: int) -> bool:
        scope, nth = parts[at]
        return nth in scope.missing

    with contextlib.closing(fleet.run(tasks, display=display, noun="parts", needed=needed)) as results:
        for result in results:
            scope, nth = parts[result.nth]
            scope.take(nth, result.value)
            if not any(scope.missing for scope in scopes):
                return
    if any(scope.missing for scope in scopes):
        raise KeyboardInterrupt


def _task(work: Work, part: tuple[Shard, ...], files: tuple[str, ...]) -> Task[tuple[ShardResult, ...]]:
    return task(f"{work.task.search} {part[0].name}", judge_quietly, work, part, files=files)
