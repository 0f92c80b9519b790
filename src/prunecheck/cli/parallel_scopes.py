"""Check searches on all small trees in parallel (in processes or on a cluster), and save results for the main run."""

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
    """Check the plan's catalogue searches on all small trees in parallel, and save the results for the main run.

    Raises: PrunecheckError if a part cannot be checked, or the fleet (processes or cluster) fails; KeyboardInterrupt
    after Ctrl-C.
    """
    _judge(work_on_variants(plan), plan, fleet, display)


def judge_parts_of_searches(wanted: Sequence[Options], plan: Plan, fleet: Fleet, display: Display = hidden) -> None:
    """Check users' searches on all small trees in parallel, and save the results for the main run.

    If a search cannot be checked, the main run says why.
    """
    files = tuple(dict.fromkeys(file for options in wanted for file in source_files(options.search)))
    tasks = [task(options.search, find_work, options, plan, files=files) for options in wanted]
    found = [result.value for result in fleet.run_in_order(tasks, display=display)]
    if len(found) < len(tasks):
        raise KeyboardInterrupt
    _judge([work for work in found if isinstance(work, Work)], plan, fleet, display, files)


def unresumed(plan: Plan) -> Plan:
    """Copy the plan, with default settings for saving and reusing results.

    The settings for saving and reusing do not affect the results.
    """
    return replace(plan, resume=False, keep=True)


def find_work(wanted: Options, plan: Plan) -> Work:
    """Find out which contracts of a user's search to check, and on which small trees. Discard the search's output."""
    with quiet():
        return work_on_search(wanted, plan)


def judge_quietly(work: Work, part: Sequence[Shard]) -> tuple[ShardResult, ...]:
    """Check a search on some shards (parts of the set of small trees), and discard what the search prints."""
    with quiet():
        return judge_part(work, part)


@dataclass(slots=True)
class _Scope:
    """A check of one search on all small trees: its parts, the file with the results, and the parts still to do."""

    work: Work
    parts: Sequence[tuple[Shard, ...]]
    store: Store
    missing: set[int]

    @classmethod
    def of(cls, work: Work, *, resume: bool) -> Self:
        """Start a check without results or, if `resume` is True, with results that an earlier run has stored.

        Raises: PreconditionError if the file with the results cannot be read or written.
        """
        parts, store = shards_in_parts(work), (Store.resume if resume else Store.start)(work.task)
        scope = cls(work, parts, store, set(range(len(parts))))
        for nth, part in enumerate(parts):
            if all(shard in store.results for shard in part):
                scope._judged(nth)
        return scope

    def take(self, nth: int, found: tuple[ShardResult, ...] | PrunecheckError) -> None:
        """Store the results of one part of the check.

        After a part that fails or cannot be checked, later parts are not needed.

        Raises: PrunecheckError if a part cannot be checked for a search of the catalogue. For a user's search, no error
        is raised: the part may have failed because the search ended the process.
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
        """Mark the part `first` and all parts after it as not needed."""
        self.missing = {nth for nth in self.missing if nth < first}


def _judge(works: Sequence[Work], plan: Plan, fleet: Fleet, display: Display, files: tuple[str, ...] = ()) -> None:
    if not plan.keep:
        raise click.UsageError(
            "--exhaustive must save results if it is used with --jobs or --scheduler; drop --no-cache"
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
