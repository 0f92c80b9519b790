"""The phase that finds the likely cause of each violation that makes a search wrong."""

from dataclasses import replace
from typing import Final

from prunecheck.subjects.external.program_subject import ProgramSubject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import Call
from prunecheck.trees.search import AnySearch
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.diagnosis import likely_cause, wrong_viewpoint
from prunecheck.verify.explain.witness_changes import with_sides_in_keys
from prunecheck.verify.findings import findings
from prunecheck.verify.judge import broken_in
from prunecheck.verify.outcomes import Severity
from prunecheck.verify.phases.trees import due_of, verdict_on
from prunecheck.verify.records import Finding
from prunecheck.verify.run import Phase, Row, Run


def findings_of(run: Run, row: Row) -> list[Finding]:
    """Collect the findings on a search, from calls on new instances or from calls on one reused instance."""
    return findings(
        verdict_on(run, row),
        due=due_of(run, row),
        takes_window=run.subject.traits.takes_window,
        must_prune=run.subject.traits.must_prune,
        claimed=bool(run.plan.claims),
        watched=not row.about.reused and not run.plan.calls,
        reading=row.reading,
    )


def _diagnose(run: Run) -> Run:
    """Find the likely cause of each contract violation, by changes to its counterexample."""
    run.report(run.phase)
    for nth, row in enumerate(run.rows):
        causes = ((name, _cause(run, row, name)) for name in _broken(run, row))
        run = run.with_row(nth, replace(row, causes={name: cause for name, cause in causes if cause}))
    return run


def _broken(run: Run, row: Row) -> list[str]:
    return [finding.contract for finding in findings_of(run, row) if finding.severity is Severity.WRONG]


def _cause(run: Run, row: Row, name: str) -> str:
    """Name the likely cause of a contract violation.

    Returns an empty text if the cause is unknown, or if the call does not fail when it is repeated.
    """
    witness = verdict_on(run, row).witness(name)
    if witness is None:
        return ""
    if witness.among is not None:
        return "memory"
    if witness.steps:
        if not _needs_others(run.subject, name, witness):
            return ""
        return "side" if _lacks_side(run.subject, name, witness) else "memory"

    def from_scratch() -> AnySearch | None:
        """Get the search without stored state from earlier calls: as a new instance, or loaded again."""
        again = run.subject if row.about.reused else run.subject.reload()
        return None if again is None else again.search

    def viewpoint() -> str:
        program = run.subject
        return wrong_viewpoint(program, name, witness) if isinstance(program, ProgramSubject) else ""

    takes_depth = row.depth_rule is not None
    forgetful = None if run.own_game is None else run.own_game.without_table()
    return likely_cause(
        row.judge.search,
        name,
        witness,
        from_scratch=from_scratch,
        viewpoint=viewpoint,
        takes_depth=takes_depth,
        own_game=run.own_game is not None,
        without_table=None if forgetful is None else forgetful.search,
    )


def _needs_others(subject: Subject, name: str, witness: Witness) -> bool:
    """True if the last call of a sequence is wrong after the earlier calls, but right on a new instance."""
    if len(witness.steps) < 2 or not subject.traits.keeps_state:
        return False
    last = witness.scenario[-1]
    return isinstance(last, Call) and not broken_in(subject, [last], [name])


def _lacks_side(subject: Subject, name: str, witness: Witness) -> bool:
    """True if all calls of the counterexample are right when position keys include the side to move."""
    calls = [step for step in witness.scenario if isinstance(step, Call)]
    if all(with_sides_in_keys(call.tree) is None for call in calls):
        return False
    sided = {call.tree: with_sides_in_keys(call.tree) or call.tree for call in calls}
    again = [replace(step, tree=sided[step.tree]) if isinstance(step, Call) else step for step in witness.scenario]
    return not broken_in(subject, again, [name])


DIAGNOSIS: Final = Phase(
    "diagnosis", lambda run: "" if any(_broken(run, row) for row in run.rows) else "nothing is wrong", _diagnose
)
