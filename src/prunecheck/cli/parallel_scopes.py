"""Judge the parts of exhaustive scopes in processes or on a cluster, for a run that takes over their results."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

import click

from prunecheck.cli.progress import shown_progress
from prunecheck.errors import PrunecheckError
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.subjects.source_files import source_files
from prunecheck.verify.options import Options
from prunecheck.verify.parts_of_scopes import (
    Part,
    Work,
    judge_part,
    parts_of,
    save_results,
    work_on_search,
    work_on_variants,
)
from prunecheck.verify.plan import Plan


def judge_parts_of_variants(plan: Plan, fleet: Fleet) -> None:
    """Judge all parts of the scopes of the plan's variants, and save the results for a run that resumes.

    Raises: PrunecheckError if a part or the fleet fails; KeyboardInterrupt after Ctrl-C.
    """
    _judge(work_on_variants(plan), fleet, ())


def judge_parts_of_searches(wanted: Sequence[Options], plan: Plan, fleet: Fleet) -> None:
    """The same for users' searches. One that cannot be judged is left out: the run that follows says why."""
    files = tuple(dict.fromkeys(file for each in wanted for file in source_files(each.search)))
    tasks = [task(each.search, work_on_search, each, plan, files=files) for each in wanted]
    found = [each.value for each in fleet.run_in_order(tasks, display=shown_progress)]
    _judge([work for work in found if isinstance(work, Work)], fleet, files)


def unresumed(plan: Plan) -> Plan:
    """The plan as it decides results, whether or not they are kept and taken over."""
    return replace(plan, resume=False, keep=True)


def _judge(works: Sequence[Work], fleet: Fleet, files: tuple[str, ...]) -> None:
    if fleet.store is None:
        raise click.UsageError("--jobs and --scheduler keep the results of --exhaustive; leave out --no-cache")
    parts = [(nth, part) for nth, work in enumerate(works) for part in parts_of(work)]
    tasks = [
        task(f"{works[nth].task.search} {part[0].name}", judge_part, works[nth], part, files=files)
        for nth, part in parts
    ]
    done: list[list[Part]] = [[] for _ in works]
    with contextlib.closing(fleet.run(tasks, display=shown_progress, noun="parts")) as results:
        for result in results:
            if isinstance(result.value, PrunecheckError):
                raise result.value
            nth, _ = parts[result.nth]
            done[nth].append(result.value)
    if sum(map(len, done)) < len(parts):
        raise KeyboardInterrupt
    for work, found in zip(works, done, strict=True):
        save_results(work, found)
