"""The verdict on what keeps something from search to search, once it has lived through sequences of searches."""

from dataclasses import replace

from prunecheck.contracts.table import TABLE
from prunecheck.subjects.subject import Subject
from prunecheck.verify.findings import Finding, Weight
from prunecheck.verify.hunt import Drawn
from prunecheck.verify.openings import openings
from prunecheck.verify.played import judged_by
from prunecheck.verify.retold import SHRINKING, retold, with_story
from prunecheck.verify.sequences import SHARE, Sequences, retried, sequences
from prunecheck.verify.session import Plan
from prunecheck.verify.verdict import Outcome, Report, VariantVerdict


def lived(
    subject: Subject,
    verdict: VariantVerdict,
    due: set[str],
    plan: Plan,
    drawn_from: Drawn,
    claims: tuple[str, ...] = (),
    fresh: VariantVerdict | None = None,
    spent: float = 0.0,
) -> tuple[VariantVerdict, Sequences]:
    """The verdict with what came of sequences, which have a fifth of the plan's trees and seconds.

    If single searches `spent` less than the rest of the seconds, sequences have what is left. Some that are known to be
    hard come before those that are drawn. Judged is what is `due`, as far as it can be, and a table that is shown,
    unless the `claims` are others. Where something is refuted already, they only look for the story behind a call that
    is right by itself; `fresh` is the verdict on a fresh instance for each call.
    """
    if subject.living is None:
        return verdict, Sequences()
    refuted = {each.contract for each in verdict.claims if each.outcome is Outcome.REFUTED} & due
    if refuted:
        return retold(subject, verdict, refuted, plan, drawn_from, fresh)
    shown = subject.tells_table and (not claims or TABLE.name in claims)
    wanted = judged_by(frozenset(due | ({TABLE.name} if shown else set())))
    if not wanted:
        return verdict, Sequences()
    seconds = max(plan.seconds / SHARE, plan.seconds - spent)
    shrinking = plan.seconds / (SHRINKING if subject.kept is not None else 1)
    found = retried(subject, wanted, openings(subject), seconds=seconds, shrinking=shrinking, in_one=True)
    if found.witness is None:
        drawn = sequences(
            subject,
            wanted,
            drawn_from=drawn_from,
            runs=max(1, plan.examples // SHARE),
            seed_number=plan.seed,
            seconds=seconds - found.seconds,
            shrinking=shrinking,
        )
        found = replace(
            drawn,
            tried=found.tried + drawn.tried,
            calls=found.calls + drawn.calls,
            seconds=found.seconds + drawn.seconds,
        )
    return (verdict if found.witness is None else with_story(subject, verdict, found)), found


def grown(report: Report, nth: int, verdict: VariantVerdict, found: Sequences) -> Report:
    """The report with another verdict in that place, and the calls and seconds that it took."""
    return replace(
        report,
        calls=report.calls + found.calls,
        seconds=report.seconds + found.seconds,
        variants=(*report.variants[:nth], verdict, *report.variants[nth + 1 :]),
    )


def right_through(subject: Subject, found: Sequences) -> list[Finding]:
    """The note on sequences in which all was right; none where there were none, or something was wrong."""
    if not found.tried or found.witness is not None:
        return []
    other = ["other trees", *(["windows"] if subject.window else []), *(["depths"] if subject.convention.depth else [])]
    sequence = "a sequence" if found.tried == 1 else f"{found.tried:,} sequences"
    clear = ", cleared now and then" if found.clears else ""
    return [Finding(Weight.NOTE, f"right through {sequence} of searches in {', '.join(other)}{clear}")]
