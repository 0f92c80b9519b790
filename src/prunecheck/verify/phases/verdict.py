"""From a run to its verdicts: what became of each claim, on how much evidence."""

from time import perf_counter

from prunecheck.catalog.records import Claim
from prunecheck.contracts.order import contract, owed_by
from prunecheck.subjects.convention import DepthReading
from prunecheck.trees.protocol import INF
from prunecheck.verify.budgets import ENOUGH_TREES
from prunecheck.verify.hunt.drawn_trees import Lenience, Trial
from prunecheck.verify.phases.trees import HUNTING
from prunecheck.verify.records import ClaimVerdict, Outcome, Report, StrictFailure, VariantVerdict
from prunecheck.verify.rows import traits_of
from prunecheck.verify.run import Row, Run


def report_of(run: Run) -> Report:
    """The whole of a verification."""
    return Report(
        seed=run.plan.seed,
        examples=run.plan.examples,
        interrupted=run.interrupted,
        trees=run.trees,
        calls=run.calls,
        seconds=perf_counter() - run.started,
        drawing_seconds=run.drawing_seconds,
        variants=tuple(verdict_on(run, row) for row in run.rows),
        skipped=run.skipped,
    )


def verdict_on(run: Run, row: Row) -> VariantVerdict:
    """What is known of a row: the verdict that a phase has changed, or the one that its trial comes to."""
    if row.verdict is not None:
        return row.verdict
    return VariantVerdict(
        name=row.name,
        title=row.title,
        source=row.source,
        source_id=row.source_id,
        needs=tuple(sorted(need.value for need in row.needs)),
        claims=tuple(_claim_verdict(run, row, claim) for claim in row.claims if _asked(run, row.trial, claim)),
        breaks=row.known_breaks,
        games=row.games,
        outgrown=row.trial.outgrown,
        origin=row.origin,
        reused=row.reused,
    )


def due_of(run: Run, row: Row) -> frozenset[str]:
    """The contracts that the subject must satisfy, of those that the row is judged by: all that it claims, if any."""
    assert run.subject is not None
    judged = frozenset(each.contract for each in verdict_on(run, row).claims)
    return judged if run.claims else judged & owed_by(traits_of(run.subject))


def _claim_verdict(run: Run, row: Row, claim: Claim) -> ClaimVerdict:
    name, trial = claim.contract, row.trial
    refuted = trial.refuted.get(name)
    hunted = run.interrupted_in not in [phase.name for phase in HUNTING]
    outcome = Outcome.HELD if hunted and _enough_tried(run, trial, claim) else Outcome.UNDECIDED
    lenient = trial.lenient.get(name)
    if refuted is not None:
        outcome, lenient = Outcome.REFUTED, None
    return ClaimVerdict(
        contract=name,
        says=contract(name).says,
        condition=claim.condition,
        outcome=outcome,
        trees=trial.refuted_at.get(name, trial.trees),
        calls=trial.calls,
        witness=row.witnesses.get(name, None if refuted is None else refuted[1]),  # or the first, if not yet shrunk
        reading=_depth_rule(row, name, outcome, lenient),
        strict_failure=None if lenient is None else StrictFailure(lenient.trees, lenient.witness),
    )


def _enough_tried(run: Run, trial: Trial, claim: Claim) -> bool:
    """True unless too few trees exercised it: time was over after a few, or the one given says nothing of it."""
    if run.plan.tree is not None:
        return claim.contract in trial.decided
    if not trial.open or run.plan.seconds == INF:
        return True  # what was refuted ended the trial, or nothing but the number of examples did
    return trial.evident.get(claim.contract, 0) >= min(ENOUGH_TREES, run.plan.examples // 2)


def _asked(run: Run, trial: Trial, claim: Claim) -> bool:
    """False if the one tree given says something of other contracts, and nothing of this one."""
    name = claim.contract
    return run.plan.tree is None or not trial.decided or name in trial.decided or name in trial.refuted


def _depth_rule(row: Row, name: str, outcome: Outcome, lenient: Lenience | None) -> str:
    """By which depth rule a search to a depth was judged; empty for others, and for contracts that need none."""
    if row.depth_reading is None or not contract(name).by_depth_rule:
        return ""
    if outcome is Outcome.REFUTED and row.depth_reading is DepthReading.WITNESS:
        return "either"
    return "strict" if lenient is None else "witness"
