"""Verify the catalogue: every variant, its claims on drawn trees and on games, its known breaks replayed."""

from dataclasses import replace

from prunecheck import catalog
from prunecheck.verify.phases.catalogue import CATALOGUE_PHASES
from prunecheck.verify.phases.verdict import report_of
from prunecheck.verify.plan import Plan
from prunecheck.verify.progress import OnProgress, no_progress
from prunecheck.verify.records import Report
from prunecheck.verify.rows import row_of
from prunecheck.verify.run import Run, carry_out


def verify(plan: Plan, on_progress: OnProgress = no_progress) -> Report:
    """Carry out `plan`. Interrupted (Ctrl-C), it returns what it has, with `interrupted` set.

    Raises: TreeError if the plan's own tree cannot be judged.
    """
    if not plan.variants:
        plan = replace(plan, variants=tuple(catalog.VARIANTS.values()))
    rows = tuple(row_of(variant, plan) for variant in plan.variants)
    return report_of(carry_out(Run(plan, rows, on_progress=on_progress), CATALOGUE_PHASES))
