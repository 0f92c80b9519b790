"""The verdict on a stranger's search, for a person: what it breaks with the smallest tree, or what it keeps."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from prunecheck.errors import printable
from prunecheck.report.snippet import command, pasted_test
from prunecheck.report.story import pasted_story, story_lines
from prunecheck.report.text import call_lines, turns, witness_lines
from prunecheck.trees.values import show
from prunecheck.verify.diagnosis import SLIPS
from prunecheck.verify.findings import Finding, Weight
from prunecheck.verify.rows import KEPT
from prunecheck.verify.stranger import Searched, Tried
from prunecheck.verify.verdict import ClaimVerdict, Witness

WORDS = {"held": "Held", "refuted": "Refuted", "inconclusive": "Inconclusive", "interrupted": "Interrupted"}
NOT_ALWAYS = {  # kinds of slips that the same call does not show again, and when it did
    "memory": "after other searches; as the first one it comes out right",
    "chance": "once; the same call comes out right at other times",
}
Line = tuple[str, str]  # and its style


def print_subject(console: Console, tried: Tried) -> None:
    """What was found about a search: what is broken, or kept, what it reads, notes; and one closing line."""
    for searched in tried.searches:
        for line, style in lines_of(searched):
            console.print(Text(line, style=style), soft_wrap=not console.is_terminal)
    console.print(Text(closing(tried)), soft_wrap=True)


def subject_text(tried: Tried) -> str:
    """The same as plain text."""
    return "\n".join([line for each in tried.searches for line, _ in lines_of(each)] + [closing(tried)])


def closing(tried: Tried) -> str:
    """The outcome in one line, with the evidence and the seed."""
    report = tried.report
    evidence = f"{_count(report.trees, 'tree')}, {_count(report.calls, 'call')}; seed {report.seed}"
    return printable(f"{WORDS[tried.status]}: {tried.name} ({evidence})")


def _count(number: int, word: str, plural: str = "s") -> str:
    return f"{number:,} {word}{'' if number == 1 else plural}"


def lines_of(searched: Searched) -> Iterator[Line]:
    """What was found about one way of keeping a search; nothing in it that a terminal would act on."""
    verdict = searched.verdict
    yield printable(verdict.name), "bold"
    yield printable(f"  {verdict.title}"), ""
    for finding in searched.findings:
        bad = finding.weight is not Weight.NOTE
        yield printable(f"  {finding.words}"), "bold red" if bad else ""
        if finding.slip:
            yield f"  {slip_line(finding)}", ""
        claim = searched.claim(finding.contract)
        if claim is None:
            continue
        if claim.witness is None:
            yield from ((f"    {line}", "") for line in strict_lines(claim))
        elif bad:
            for line in fault_lines(searched, finding):
                yield f"    {line}".rstrip(), ""
        else:
            yield printable(f"    {_short(finding.contract, claim.witness)}"), ""


def strict_lines(claim: ClaimVerdict) -> list[str]:
    """The call that breaks by the strict reading what holds by the witness criterion; nothing where there is none."""
    return [] if claim.strict_failure is None else list(map(printable, call_lines(claim.strict_failure.witness)))


def fault_lines(searched: Searched, finding: Finding) -> Sequence[str]:
    """The witness of a fault, the command that judges it again, and a test to paste; nothing where there is none."""
    claim = searched.claim(finding.contract)
    if claim is None or claim.witness is None:
        return []
    name = searched.verdict.name.removesuffix(KEPT)
    if claim.witness.steps:
        found = [printable(line) for line in (*story_lines(claim.witness), *how_lines(claim.witness))]
        if ":" in name:
            strict = claim.reading == "strict"
            said = searched.said
            pasted = pasted_story(name, finding.contract, claim.witness, strict=strict, said=said).splitlines()
            found += ["paste", *(printable(f"  {line}".rstrip()) for line in pasted)]
        return found
    found = [printable(line) for line in (*witness_lines(claim.witness), *how_lines(claim.witness))]
    if finding.slip in NOT_ALWAYS and claim.witness.among is None:
        found.append(f"seen    {NOT_ALWAYS[finding.slip]}")
    elif ":" in name and claim.witness.among is None:  # it can be found again by its name
        pasted = pasted_test(name, finding.contract, claim.witness, searched.said).splitlines()
        strict = claim.reading == "strict"
        again = command(name, finding.contract, claim.witness, strict=strict, said=searched.said)
        found += [printable(f"again   {again}"), "paste"]
        found += [printable(f"  {line}".rstrip()) for line in pasted]
    return found


def how_lines(witness: Witness) -> Iterator[str]:
    """How a witness was come by, where it is not the smallest, or does not come again by itself."""
    if witness.among is not None:
        yield f"seen    among {_count(witness.among, 'search', 'es')} of one instance; it does not come again by itself"
    if witness.unshrunk:
        yield "size    not shrunk further: time was over"


def slip_line(finding: Finding) -> str:
    """The kind of slip that a fault looks like, and where to read of it; empty where none is known."""
    return f"{SLIPS[finding.slip].words} (docs/slips.md, {finding.slip})" if finding.slip else ""


def _short(name: str, witness: Witness) -> str:
    player = "" if witness.max_at_root else ", MIN to move"
    player += "" if witness.tree.alternates else f", {turns(witness.tree)},"
    found = f"found {show(witness.found)}" if witness.error is None else witness.error
    return (
        f"not {name}: {witness.tree}{player} in {witness.window}: {found}, true {show(witness.truth)}"
        + ("" if witness.read is None else f", leaves read {witness.read}")
        + (f"; {witness.objection}" if witness.objection else "")
    )
