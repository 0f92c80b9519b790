"""The verdict on a user's search as text: what it violates with the smallest tree, or what it satisfies."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console

from prunecheck.errors import printable
from prunecheck.report.lines import name_of, quantity, say
from prunecheck.report.snippet import reproduction
from prunecheck.report.text import call_lines, story_lines, turns, with_place, witness_lines
from prunecheck.trees.values import show
from prunecheck.verify.explain.diagnosis import LIKELY_CAUSES
from prunecheck.verify.findings import Finding, Weight
from prunecheck.verify.records import ClaimVerdict, Origin, Witness
from prunecheck.verify.trial import SubjectVerdict, TrialResult

NOT_ALWAYS = {  # likely causes that the same call does not show again, and when it did
    "memory": "after other searches; as the first one it comes out right",
    "chance": "once; the same call comes out right at other times",
}


class Line(NamedTuple):
    """A line of the report, its style, and whether it is to be copied as it stands."""

    text: str
    style: str = ""
    verbatim: bool = False


def print_subject(console: Console, tried: TrialResult) -> None:
    """Print what a search violates or satisfies, which leaves it evaluates, notes, and one closing line."""
    for line in _lines(tried):
        say(console, line.text, line.style, verbatim=line.verbatim)


def subject_text(tried: TrialResult) -> str:
    """The same as plain text."""
    return "\n".join(line.text for line in _lines(tried))


def closing(tried: TrialResult) -> str:
    """The outcome in one line, with the evidence and the seed."""
    report = tried.report
    evidence = f"{quantity(report.trees, 'tree')}, {quantity(report.calls, 'call')}; seed {report.seed}"
    return printable(f"{tried.status.capitalize()}: {tried.name} ({evidence})")


def _lines(tried: TrialResult) -> Iterator[Line]:
    """Nothing in them that a terminal would act on."""
    for searched in tried.searches:
        yield Line(name_of(searched.verdict), "bold")
        yield Line(printable(f"  {searched.verdict.title}"))
        for finding in searched.findings:
            yield from _of_finding(searched, finding)
    if tried.sound:
        yield from (Line(f"not tried: {each.phase} ({each.reason})") for each in tried.report.skipped if each.evidence)
    yield Line(closing(tried))


def _of_finding(searched: SubjectVerdict, finding: Finding) -> Iterator[Line]:
    bad = finding.weight is not Weight.NOTE
    yield Line(printable(f"  {finding.words}"), "bold red" if bad else "")
    if finding.cause:
        yield Line(f"  {cause_line(finding)}")
    claim = searched.claim(finding.contract)
    if claim is None:
        return
    if claim.witness is None:
        yield from (Line(f"    {line}") for line in strict_lines(claim))
    elif bad:
        yield from (Line(f"    {line}") for line in evidence_lines(claim.witness, finding))
        yield from (Line(f"    {line}".rstrip(), verbatim=True) for line in repeat_lines(searched, claim, finding))
    else:
        yield Line(printable(f"    {_short(finding.contract, claim.witness)}"))


def strict_lines(claim: ClaimVerdict) -> list[str]:
    """The call that breaks by the strict reading what holds by the witness criterion; nothing where there is none."""
    return [] if claim.strict_failure is None else list(map(printable, call_lines(claim.strict_failure.witness)))


def fault_lines(searched: SubjectVerdict, finding: Finding) -> list[str]:
    """The witness of a fault, the command that judges it again, and a test to paste; nothing where there is none."""
    claim = searched.claim(finding.contract)
    if claim is None or claim.witness is None:
        return []
    return evidence_lines(claim.witness, finding) + repeat_lines(searched, claim, finding)


def evidence_lines(witness: Witness, finding: Finding) -> list[str]:
    """The witness of a fault, and how it was seen, if that is not on the smallest tree, or not each time."""
    lines = [*(story_lines(witness) if witness.steps else witness_lines(witness)), *how_lines(witness)]
    if _comes_and_goes(witness, finding):
        lines.append(f"seen    {NOT_ALWAYS[finding.cause]}")
    return list(map(printable, lines))


def repeat_lines(searched: SubjectVerdict, claim: ClaimVerdict, finding: Finding) -> list[str]:
    """The command that judges a witness again, and a test to paste; nothing if they would not show the fault."""
    assert claim.witness is not None
    found_by_name = searched.verdict.origin is not Origin.OBJECT
    if claim.witness.among is not None or not found_by_name or _comes_and_goes(claim.witness, finding):
        return []
    return reproduction(searched.verdict, claim, searched.said)


def _comes_and_goes(witness: Witness, finding: Finding) -> bool:
    return finding.cause in NOT_ALWAYS and witness.among is None and not witness.steps


def how_lines(witness: Witness) -> Iterator[str]:
    """How a witness was come by, where it is not the smallest, or does not come again by itself."""
    if witness.among is not None:
        searches = quantity(witness.among, "search", "es")
        yield f"seen    among {searches} of one instance; it does not come again by itself"
    if witness.unshrunk:
        yield "size    not shrunk further: time was over"


def cause_line(finding: Finding) -> str:
    """The likely cause of a fault, and where to read about it; empty if none is known."""
    if not finding.cause:
        return ""
    return f"likely cause: {LIKELY_CAUSES[finding.cause]}. More: prunecheck explain {finding.cause}"


def _short(name: str, witness: Witness) -> str:
    player = "" if witness.max_at_root else ", MIN to move"
    player += "" if witness.tree.alternates else f", {turns(witness.tree)},"
    found = f"found {show(witness.found)}" if witness.failure is None else with_place(witness.failure)
    return (
        f"not {name}: {witness.tree}{player} in {witness.window}: {found}, true {show(witness.truth)}"
        + ("" if witness.read is None else f", leaves read {witness.read}")
        + (f"; {witness.objection}" if witness.objection else "")
    )
