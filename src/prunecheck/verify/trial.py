"""Check a user's search in several phases, and return the verdict."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from prunecheck.errors import printable_name
from prunecheck.subjects.subject import Subject
from prunecheck.verify.budgets import QUICK_EXAMPLES
from prunecheck.verify.checks import checks
from prunecheck.verify.explain.witness import unwatched
from prunecheck.verify.hunt.suitable_trees import (
    check_values,
    suitable_bushy_trees,
    suitable_hard_trees,
    suitable_trees,
)
from prunecheck.verify.phases.likely_causes import DIAGNOSIS
from prunecheck.verify.phases.own_game import POSITIONS, REAL_POSITIONS, RULES
from prunecheck.verify.phases.own_sequences import OWN_SEQUENCES
from prunecheck.verify.phases.sequences import GIVEN_CALLS, SEQUENCES, check_calls
from prunecheck.verify.phases.small_trees import ALL_SMALL_TREES, check_exhaustive
from prunecheck.verify.phases.trees import TREE_PHASES, report_of
from prunecheck.verify.phases.value_limits import VALUE_LIMITS
from prunecheck.verify.phases.visits import COUNTING_VISITS
from prunecheck.verify.plan import OnProgress, Plan, no_progress
from prunecheck.verify.run import Run, carry_out, check_turns, check_windows, due_in, subject_rows
from prunecheck.verify.subject_findings import subject_verdict
from prunecheck.verify.trial_result import TrialResult

SUBJECT_PHASES: Final = (
    GIVEN_CALLS,
    REAL_POSITIONS,
    ALL_SMALL_TREES,
    *TREE_PHASES,
    RULES,
    COUNTING_VISITS,
    SEQUENCES,
    OWN_SEQUENCES,
    VALUE_LIMITS,
    DIAGNOSIS,
    POSITIONS,
)


def verify_subject(subject: Subject, plan: Plan, *, on_progress: OnProgress = no_progress) -> TrialResult:
    """Check a user's search (`subject`) for the contracts that the plan claims, and all contracts that these imply.

    Without claims, the search is checked for the contracts that every search must satisfy. Catalogue searches and games
    in the plan are ignored. After Ctrl-C, the verdict is made from the results so far. Raises: PreconditionError if the
    search does not accept a tree, a window, a call or a value in the plan, or if a claim cannot be judged for this
    search.
    """
    check_turns(subject.traits.turns, plan.tree)
    check_windows(subject, plan.windows)
    check_values(subject, plan)
    check_calls(subject, plan)
    check_exhaustive(subject, plan)
    subject = replace(subject, name=printable_name(subject.name))
    plan = replace(
        plan,
        drawn_from=suitable_trees(subject),
        first=suitable_hard_trees(subject, plan.first, only_first=not plan.examples),
        last=suitable_bushy_trees(subject) if plan.examples >= QUICK_EXAMPLES else (),
        enough=due_in(subject, plan),
    )
    ways = subject_rows(subject, plan)
    run = Run(plan, ways[-1:] if plan.calls else ways[:1] if plan.exhaustive else ways, subject, on_progress)
    run = carry_out(run, SUBJECT_PHASES)
    report = report_of(run)
    if not subject.traits.sees_leaves:
        report = structs.replace(report, variants=tuple(map(unwatched, report.variants)))
    searches = (subject_verdict(run, row, verdict) for row, verdict in zip(run.rows, report.variants, strict=True))
    return TrialResult(subject.name, report, tuple(searches), checks(run))
