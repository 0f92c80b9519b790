"""Verify the catalogue: all at once, in parallel parts, or one variant after another until one fails."""

import contextlib
from dataclasses import replace
from math import ceil

from msgspec import structs

from prunecheck import catalog
from prunecheck.cli.progress import shown_progress
from prunecheck.errors import PrunecheckError
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.verify.catalogue import merged, verify
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.records import Report


def verify_variants(plan: Plan, fleet: Fleet, *, fail_fast: bool = False) -> Report:
    """The report on the variants of the plan. With `fail_fast`, those after the first refuted one are left out.

    Raises: TreeError if the plan's own tree cannot be judged.
    """
    if fleet.jobs == 1 and not fleet.scheduler and not fleet.resume and not fail_fast:
        with shown_progress() as on_progress:
            return verify(plan, on_progress)
    size = 1 if fail_fast or fleet.scheduler or fleet.resume else ceil(len(plan.variants) / fleet.jobs)
    names = [row.name for row in plan.variants]
    parts = [names[start : start + size] for start in range(0, len(names), size)]
    named = replace(plan, variants=())
    tasks = [
        task(part[0] if len(part) == 1 else f"{part[0]} to {part[-1]}", verify_part, named, tuple(part))
        for part in parts
    ]
    done: list[Report] = []
    with contextlib.closing(fleet.run_in_order(tasks, display=shown_progress, noun="variants")) as results:
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


def verify_part(plan: Plan, names: tuple[str, ...], *, on_progress: OnProgress) -> Report:
    """The report on some variants of the catalogue."""
    return verify(replace(plan, variants=tuple(map(catalog.variant, names))), on_progress)
