"""The verdict on what keeps something from search to search, once it has lived through sequences of searches."""

from dataclasses import replace
from typing import Final

from prunecheck.contracts.order import contract
from prunecheck.contracts.table import TABLE
from prunecheck.subjects.subject import Subject
from prunecheck.verify.findings import Finding, Weight
from prunecheck.verify.hunt import Drawn
from prunecheck.verify.played import broken_in
from prunecheck.verify.sequences import SHARE, Sequences, judged_by, sequences
from prunecheck.verify.session import Plan
from prunecheck.verify.verdict import ClaimVerdict, Outcome, Report, Step, VariantVerdict

SHRINKING: Final = 3  # one in so many of the plan's seconds is for it; of a process, all


def lived(
    subject: Subject,
    verdict: VariantVerdict,
    due: set[str],
    plan: Plan,
    drawn_from: Drawn,
    claims: tuple[str, ...] = (),
) -> tuple[VariantVerdict, Sequences]:
    """The verdict with what came of sequences, which have a fifth of the plan's trees and seconds.

    Judged is what is `due`, as far as it can be, and a table that is shown, unless the `claims` are others. Where
    something is refuted already, they only look for the story behind a call of a program that is right by itself.
    """
    if subject.living is None:
        return verdict, Sequences()
    refuted = {each.contract for each in verdict.claims if each.outcome is Outcome.REFUTED} & due
    shown = subject.tells_table and (not claims or TABLE.name in claims)
    wanted = judged_by(frozenset(due | ({TABLE.name} if shown else set())))
    if refuted:
        wanted = judged_by(frozenset(_unexplained(subject, verdict, refuted)))
    if not wanted:
        return verdict, Sequences()
    found = sequences(
        subject,
        wanted,
        drawn_from=drawn_from,
        runs=max(1, plan.examples // SHARE),
        seed_number=plan.seed,
        seconds=plan.seconds / SHARE,
        shrinking=plan.seconds / (SHRINKING if subject.kept is not None else 1),
    )
    if found.witness is None:
        return verdict, replace(found, tried=0) if refuted else found
    others = [each for each in verdict.claims if each.contract != found.broken]
    old = next((each for each in verdict.claims if each.contract == found.broken), None)
    if old is None:
        old = ClaimVerdict(found.broken, contract(found.broken).says, "", Outcome.REFUTED, 0, 0)
    broken = replace(old, outcome=Outcome.REFUTED, calls=old.calls + found.calls, witness=found.witness)
    return replace(verdict, claims=(*others, broken)), found


def _unexplained(subject: Subject, verdict: VariantVerdict, refuted: set[str]) -> set[str]:
    """The contracts that a fresh process keeps in the very call that is the witness against them."""
    if subject.kept is not None:  # a single tree refutes it, with searches of that tree before
        return set()
    witnesses = {each.contract: each.witness for each in verdict.claims if each.contract in refuted and each.witness}
    return {
        name
        for name, known in witnesses.items()
        if judged_by(frozenset({name}))
        and not broken_in(subject, [Step(known.tree, known.window, known.depth)], [name])
    }


def grown(report: Report, nth: int, verdict: VariantVerdict, found: Sequences) -> Report:
    """The report with another verdict in that place, and the calls and seconds that it took."""
    return replace(
        report,
        calls=report.calls + found.calls,
        seconds=report.seconds + found.seconds,
        variants=(*report.variants[:nth], verdict, *report.variants[nth + 1 :]),
    )


def told(subject: Subject, found: Sequences) -> list[Finding]:
    """The note on sequences in which all was right; none where there were none, or something was wrong."""
    if not found.tried or found.witness is not None:
        return []
    other = ["other trees", *(["windows"] if subject.window else []), *(["depths"] if subject.convention.depth else [])]
    sequence = "a sequence" if found.tried == 1 else f"{found.tried:,} sequences"
    clear = ", cleared now and then" if found.clears else ""
    return [Finding(Weight.NOTE, f"right through {sequence} of searches in {', '.join(other)}{clear}")]
