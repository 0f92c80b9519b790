"""The phases for a user's search, and those that come after trees and sequences: visit statistics, likely causes."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs

from prunecheck.contracts.line import LINE_SO_FAR
from prunecheck.contracts.table import TABLE
from prunecheck.subjects.convention import Domain, NodeKind, Turns
from prunecheck.subjects.subject import Subject
from prunecheck.trees.search import AnySearch
from prunecheck.verify.explain.diagnosis import slip_of
from prunecheck.verify.findings import Finding, Weight, findings
from prunecheck.verify.hunt.suitable_trees import brought_inside
from prunecheck.verify.judge import InstanceJudge, contracts_in_sequences
from prunecheck.verify.phases.sequences import GivenCalls, ListedAndDrawnSequences
from prunecheck.verify.phases.trees import TREE_PHASES
from prunecheck.verify.phases.verdict import due_of, verdict_on
from prunecheck.verify.records import Outcome, Witness
from prunecheck.verify.run import Phase, Row, Run
from prunecheck.verify.visits.statistics import measured


def findings_of(run: Run, row: Row) -> list[Finding]:
    """What the verdict on a row comes to."""
    assert run.subject is not None
    return findings(
        verdict_on(run, row),
        due=due_of(run, row),
        takes_window=run.subject.traits.takes_window,
        claimed=bool(run.claims),
        watched=not row.reused and not run.plan.calls,
        reading=row.reading,
    )


class VisitStatistics:
    """Count the leaves that the search evaluates on many trees, beside alpha-beta's."""

    name = "counting visits"
    gives_evidence = True

    def skip(self, run: Run) -> str:
        """If they cannot be seen, do not matter, or something is wrong anyway."""
        assert run.subject is not None
        if run.given or run.claims:
            return run.given or "claims are given"
        if not run.subject.traits.sees_leaves:
            return "the leaves it evaluates cannot be seen"
        return "something is wrong anyway" if _refuted(run, run.rows[0]) else ""

    def __call__(self, run: Run) -> Run:
        """Of a fresh instance for each call: what an instance remembers would show as well."""
        subject = run.subject
        assert subject is not None
        reading = measured(
            subject.search,
            seed=run.plan.seed,
            turns=subject.traits.turns is Turns.ANY,
            to_depth=subject.traits.takes_depth,
            keys_given=subject.traits.node is NodeKind.MESSAGE,
            small=subject.traits.domain is Domain.SMALL,
            in_windows=subject.traits.takes_window,
            within=partial(brought_inside, subject),
            on_tree=partial(run.report, self.name),
        )
        return run.with_row(0, replace(run.rows[0], reading=reading))


class Diagnosis:
    """Find the likely cause of what is wrong, by changing the witness in one way and judging it again."""

    name = "diagnosis"
    gives_evidence = False

    def skip(self, run: Run) -> str:
        """If nothing is wrong."""
        broken = (each for row in run.rows for each in findings_of(run, row) if each.weight is Weight.BROKEN)
        return "" if any(True for _ in broken) else "nothing is wrong"

    def __call__(self, run: Run) -> Run:
        """One cause for each contract that is violated."""
        run.report(self.name)
        for nth, row in enumerate(run.rows):
            broken = [each for each in findings_of(run, row) if each.weight is Weight.BROKEN]
            bugs = ((each.contract, _bug(run, row, each.contract)) for each in broken)
            run = run.with_row(nth, replace(row, bugs=tuple((name, bug) for name, bug in bugs if bug)))
        return run


def _bug(run: Run, row: Row, name: str) -> str:
    """The name of the kind of bug that a witness shows, if it fails again and the kind is known; else empty."""
    claim = next((each for each in verdict_on(run, row).claims if each.contract == name), None)
    if claim is None or claim.witness is None:
        return ""
    if claim.witness.among is not None:
        return "memory"
    assert run.subject is not None
    if claim.witness.steps:
        return "memory" if _needs_others(run.subject, name, claim.witness) else ""
    if name in (TABLE.name, LINE_SO_FAR.name):  # what is tried explains wrong values and moves
        return ""
    takes_depth = row.depth_reading is not None
    fresh = _from_scratch(run.subject, reused=row.reused)
    bug = slip_of(row.trial.search, name, claim.witness, anew=fresh, takes_depth=takes_depth)
    return "" if bug is None else bug.name


def _from_scratch(subject: Subject, *, reused: bool) -> Callable[[], AnySearch | None]:
    """What makes the search again: for each call, if one instance is reused; else from its file."""

    def again() -> AnySearch | None:
        found = subject if reused else subject.reload()
        return None if found is None else found.search

    return again


def _needs_others(subject: Subject, name: str, witness: Witness) -> bool:
    """True if the last call of a sequence is right as the first of another instance."""
    if len(witness.steps) < 2 or not subject.traits.keeps_state:
        return False
    last = structs.replace(witness.steps[-1], found=None, truth=None, failure=None)
    return last.tree is not None and InstanceJudge(subject, contracts_in_sequences([name])).play(last)


def _refuted(run: Run, row: Row) -> bool:
    due = due_of(run, row)
    return any(each.outcome is Outcome.REFUTED for each in verdict_on(run, row).claims if each.contract in due)


SUBJECT_PHASES: Final[tuple[Phase, ...]] = (
    GivenCalls(),
    *TREE_PHASES,
    VisitStatistics(),
    ListedAndDrawnSequences(),
    Diagnosis(),
)
