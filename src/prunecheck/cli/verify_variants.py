"""Verify the catalogue: all at once, in parallel parts, or one variant after another until one fails."""

import contextlib
from dataclasses import replace
from functools import partial
from math import ceil

from prunecheck.cli.progress import shown_progress
from prunecheck.cli.several import in_order
from prunecheck.errors import PrunecheckError
from prunecheck.verify.catalogue import merged, verify
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.records import Report


def verify_variants(plan: Plan, *, fail_fast: bool = False, jobs: int = 1) -> Report:
    """The report on the variants of the plan. With `fail_fast`, those after the first refuted one are left out.

    Raises: TreeError if the plan's own tree cannot be judged.
    """
    if jobs == 1 and not fail_fast:
        with shown_progress() as on_progress:
            return verify(plan, on_progress)
    size = 1 if fail_fast else ceil(len(plan.variants) / jobs)
    parts = [plan.variants[start : start + size] for start in range(0, len(plan.variants), size)]
    tasks = [partial(_verify, replace(plan, variants=part)) for part in parts]
    names = [part[0].name if len(part) == 1 else f"{part[0].name} to {part[-1].name}" for part in parts]
    done: list[Report] = []
    with contextlib.closing(in_order(tasks, names, jobs=jobs)) as outcomes:
        for outcome in outcomes:
            if isinstance(outcome, PrunecheckError):
                raise outcome
            done.append(outcome)
            if (outcome.interrupted and jobs == 1) or (fail_fast and not outcome.sound):
                break
    return merged(done)


def _verify(plan: Plan, on_progress: OnProgress) -> Report:
    return verify(plan, on_progress)
