"""Check the searches of the catalogue: all at once, in parallel, or one after another until a search fails."""

import contextlib
from dataclasses import replace
from math import ceil
from typing import Any

from msgspec import structs

from prunecheck import catalog
from prunecheck.cli.parallel_scopes import judge_parts_of_variants, unresumed
from prunecheck.cli.progress import progress_display
from prunecheck.errors import PrunecheckError
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.verify.catalogue import merged, verify
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.records import Report


def verify_variants(plan: Plan, fleet: Fleet, *, fail_fast: bool = False, quiet: bool = False) -> Report:
    """Check the searches in the plan, and return the report. If `fail_fast` is True, stop at the first failure.

    If `quiet` is True, progress is shown on a terminal, but not in a log.
    Raises: TreeError if the tree in the plan cannot be judged.
    """
    display = progress_display(quiet=quiet)
    if plan.exhaustive and fleet.is_parallel:
        judge_parts_of_variants(plan, fleet, display)
        plan, fleet = replace(plan, resume=True), Fleet()
    if not fleet.is_parallel and not fail_fast:
        with display() as on_progress:
            return verify(plan, on_progress)
    size = 1 if fail_fast or fleet.scheduler else ceil(len(plan.variants) / fleet.jobs)
    names = [row.name for row in plan.variants]
    parts = [names[start : start + size] for start in range(0, len(names), size)]
    named = unresumed(replace(plan, variants=()))
    said: dict[str, Any] = {"resume": plan.resume, "keep": plan.keep}
    tasks = [
        task(part[0] if len(part) == 1 else f"{part[0]} to {part[-1]}", verify_part, named, tuple(part), **said)
        for part in parts
    ]
    done: list[Report] = []
    with contextlib.closing(fleet.run_in_order(tasks, display=display, noun="variants")) as results:
        for result in results:
            if isinstance(result.value, PrunecheckError):
                raise result.value
            done.append(result.value)
            if fail_fast and not result.value.sound:
                return merged(done)
    if not done:
        raise KeyboardInterrupt
    whole = merged(done)
    return whole if len(done) == len(tasks) else structs.replace(whole, interrupted=True)


def verify_part(plan: Plan, names: tuple[str, ...], *, resume: bool, keep: bool, on_progress: OnProgress) -> Report:
    """Check the named searches of the catalogue, and return the report."""
    variants = tuple(map(catalog.variant, names))
    return verify(replace(plan, variants=variants, resume=resume, keep=keep), on_progress)
