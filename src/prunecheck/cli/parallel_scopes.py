"""Judge the parts of exhaustive scopes in processes or on a cluster, for a run that takes over their results."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import click

from prunecheck.cli.output import quiet, say
from prunecheck.cli.progress import shown_progress
from prunecheck.errors import PrunecheckError
from prunecheck.exhaustive.scope import Shard
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.subjects.source_files import source_files
from prunecheck.verify.options import Options
from prunecheck.verify.parts_of_scopes import (
    Part,
    Work,
    fails,
    judge_part,
    parts_of,
    save_results,
    work_on_search,
    work_on_variants,
)
from prunecheck.verify.plan import Plan


def judge_parts_of_variants(plan: Plan, fleet: Fleet) -> None:
    """Judge all parts of the scopes of the plan's variants, and save the results for a run that resumes.

    Raises: PrunecheckError if a part cannot be judged, or the fleet fails; KeyboardInterrupt after Ctrl-C.
    """
    _judge(work_on_variants(plan), fleet, ())


def judge_parts_of_searches(wanted: Sequence[Options], plan: Plan, fleet: Fleet) -> None:
    """The same for users' searches. One that cannot be judged is left out: the run that follows says why."""
    files = tuple(dict.fromkeys(file for each in wanted for file in source_files(each.search)))
    tasks = [task(each.search, find_work, each, plan, files=files) for each in wanted]
    found = [each.value for each in fleet.run_in_order(tasks, display=shown_progress)]
    if len(found) < len(tasks):
        raise KeyboardInterrupt
    _judge([work for work in found if isinstance(work, Work)], fleet, files)


def unresumed(plan: Plan) -> Plan:
    """The plan as it decides results, whether or not they are kept and taken over."""
    return replace(plan, resume=False, keep=True)


def find_work(wanted: Options, plan: Plan) -> Work:
    """The scope of a user's search, without what it prints."""
    with quiet():
        return work_on_search(wanted, plan)


def judge_quietly(work: Work, part: Sequence[Shard]) -> Part:
    """The results of some shards, without what the search prints."""
    with quiet():
        return judge_part(work, part)


@dataclass(slots=True)
class _Scope:
    """A scope, its parts, and the results so far, by number. After part `last`, none is needed."""

    work: Work
    parts: Sequence[tuple[Shard, ...]]
    last: int
    done: dict[int, Part] = field(default_factory=dict)

    @classmethod
    def of(cls, work: Work) -> Self:
        """A scope in which nothing is judged yet."""
        parts = parts_of(work)
        return cls(work, parts, len(parts) - 1)

    def take(self, nth: int, found: Part | PrunecheckError) -> None:
        """Take over the result of a part: after the first that fails or cannot be judged, none is needed.

        Raises: PrunecheckError if a part of a variant cannot be judged: a user's search may end its process.
        """
        if not isinstance(found, PrunecheckError):
            self.done[nth] = found
            if fails(self.work, found):
                self.last = min(self.last, nth)
        elif self.work.wanted is None:
            raise found
        else:
            self.last = min(self.last, nth - 1)

    def left(self) -> list[int]:
        """The parts that are needed and not yet judged."""
        return [nth for nth in range(self.last + 1) if nth not in self.done]

    def save(self) -> None:
        """Save the results that one process would have found."""
        save_results(self.work, [self.done[nth] for nth in range(self.last + 1)])


def _judge(works: Sequence[Work], fleet: Fleet, files: tuple[str, ...]) -> None:
    if fleet.store is None:
        raise click.UsageError("--jobs and --scheduler keep the results of --exhaustive; leave out --no-cache")
    scopes = list(map(_Scope.of, works))
    while left := [(scope, nth) for scope in scopes for nth in scope.left()]:
        if not _judge_until_one_fails(left, fleet, files) and any(scope.left() for scope in scopes):
            raise KeyboardInterrupt
    for scope in scopes:
        scope.save()
    say(*fleet.store.notes)


def _judge_until_one_fails(left: Sequence[tuple[_Scope, int]], fleet: Fleet, files: tuple[str, ...]) -> bool:
    """Judge parts until those that one scope still needs are all done before its end: then True."""
    tasks = [
        task(
            f"{scope.work.task.search} {scope.parts[nth][0].name}",
            judge_quietly,
            scope.work,
            scope.parts[nth],
            files=files,
        )
        for scope, nth in left
    ]
    with contextlib.closing(fleet.run(tasks, display=shown_progress, noun="parts")) as results:
        for result in results:
            scope, nth = left[result.nth]
            scope.take(nth, result.value)
            if scope.last < len(scope.parts) - 1 and not scope.left():
                return True
    return False
