"""Print the verdict on a user's search: PASS or FAIL, the counterexample and other help to fix the bug, details."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console

from prunecheck.catalog.records import Lossy
from prunecheck.contracts.contract import with_symbols
from prunecheck.contracts.visits import LAWS
from prunecheck.errors import printable, quantity
from prunecheck.report.lines import STYLES, Line, lossy_as_judged, say
from prunecheck.report.snippet import reproduction, whole_run
from prunecheck.report.witness_text import relative, traceback_lines, with_place, witness_lines
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.likely_causes import LIKELY_CAUSES
from prunecheck.verify.outcomes import FAIL_ON, USUAL, Outcome, Severity, Status, given_instead
from prunecheck.verify.records import ClaimVerdict, Finding, Origin, ScopeVerdict
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult

NOT_ALWAYS: Final = {  # likely cause of a failure that does not always occur -> when the failure occurred
    "memory": "only after other searches on the same instance; on a new instance, the same call is right",
    "chance": "once; the same call is right at other times",
}
VERDICTS: Final = {
    Status.ERROR: "ERROR",
    Status.HELD: "PASS",
    Status.REFUTED: "FAIL",
    Status.INCONCLUSIVE: "INCONCLUSIVE",
    Status.INTERRUPTED: "INTERRUPTED",
}
MISSED: Final = "missed-leaf"
LOSSY: Final = "LOSSY"  # replaces PASS for a variant whose values may be wrong
TOPIC_WIDTH: Final = 13
MOST_CHARACTERS: Final = 2_000  # a longer command, with a large tree, would fill the screen; only -v prints it
EXPECTED: Final = re.compile("[,;] expected ")  # omitted in notes, which expect no value


def print_subject(console: Console, tried: TrialResult, *, verbose: bool = False, quiet: bool = False) -> None:
    """Print the verdict on a search: the first line only if `quiet` is True, all details if `verbose` is True."""
    for line in [headline(tried)] if quiet else _lines(tried, verbose=verbose, hints=True):
        say(console, line.text, line.style, verbatim=line.verbatim, hang=line.hang)


def print_summary(console: Console, tried: Sequence[TrialResult]) -> None:
    """Print one line on a check of several searches: which of them fail, and which could not be checked."""
    failing = [result.name for result in tried if not result.sound]
    unchecked = [result.name for result in tried if result.error]
    parts = []
    if failing:
        parts.append(
            f"{len(failing)} of {len(tried)} searches fail{'' if len(failing) > 1 else 's'}: {', '.join(failing)}"
        )
    if unchecked:
        parts.append(f"{len(unchecked)} of {len(tried)} could not be checked: {', '.join(unchecked)}")
    say(console, printable("; ".join(parts) or f"all {len(tried)} searches pass"))


def subject_text(tried: TrialResult, *, verbose: bool = False) -> str:
    """The verdict on a search, as plain text."""
    return "\n".join(line.text for line in _lines(tried, verbose=verbose))


def headline(tried: TrialResult) -> Line:
    """The first line of the verdict: PASS or FAIL, the name of the search, and what is wrong."""
    word = LOSSY if tried.status is Status.HELD and _lossy(tried) else VERDICTS[tried.status]
    parts = [word, printable(tried.name), *map(printable, _summary(tried))]
    return Line("  ".join(parts), STYLES.get(word, "bold magenta"), hang=len(word) + 2)


def _summary(tried: TrialResult) -> Iterator[str]:
    """Yield what is wrong with a search, or why it could not be judged. For a search that passed, yield nothing."""
    if tried.error:
        yield tried.error
    elif tried.failures:
        yield what(*tried.failures[0])
    elif tried.status is Status.INCONCLUSIVE:
        said = _undecided(tried)
        given = given_instead({skipped.reason for skipped in tried.report.skipped})
        yield (
            f"the {given} that you gave cannot show whether the search satisfies {said}"
            if given
            else _too_small(tried) or f"too few trees exercised {said}"
        )
    elif tried.status is Status.HELD and _lossy(tried):
        yield from (lossy.words() for lossy in _lossy(tried))
    elif tried.status is Status.HELD and tried.report.exhaustive:
        yield from (f"{scope.certainty.value} for all {scope.words}" for scope in _scopes(tried))
    elif tried.status is Status.INTERRUPTED:
        yield "no failure so far"


def _undecided(tried: TrialResult) -> str:
    """The names of the contracts that too few trees tested."""
    open_claims = (
        claim.contract
        for searched in tried.searches
        for claim in searched.verdict.claims
        if claim.outcome is Outcome.UNDECIDED
    )
    return ", ".join(dict.fromkeys(open_claims))


def _too_small(tried: TrialResult) -> str:
    """Say what to do if a search plays its own game, and the game has too few positions to judge the search.

    Returns an empty text if the search can be judged.
    """
    return next((searched.too_small for searched in tried.searches if searched.too_small), "")


def _lossy(tried: TrialResult) -> list[Lossy]:
    """Say how the values of a lossy search (which skips parts of the tree on purpose) were judged.

    Returns an empty list if the search is not lossy.
    """
    return [lossy_as_judged(search.verdict) for search in tried.searches if search.verdict.lossy is not None]


def _scopes(tried: TrialResult) -> Iterator[ScopeVerdict]:
    for searched in tried.searches:
        if searched.verdict.scope is not None:
            yield searched.verdict.scope


def closing(tried: TrialResult) -> str:
    """The verdict on a search in one line. If the search was checked, the numbers of trees and calls are added."""
    text = headline(tried).text
    return text if tried.error else f"{text} ({tried.report.evidence})"


def what(searched: SubjectVerdict, finding: Finding) -> str:
    """Say in a phrase what is wrong with a search. For a crash, add the file and line in the user's code."""
    raised = searched.raised(finding)
    return finding.words if raised is None else with_place(raised)


def _lines(tried: TrialResult, *, verbose: bool, hints: bool = False) -> Iterator[Line]:
    """Yield the text lines of the verdict, without control characters for terminals.

    If `hints` is True, the last line names options that show more.
    """
    yield headline(tried)
    if tried.error:
        return
    for nth, (searched, finding) in enumerate(tried.failures):
        if nth:
            yield Line("")
            yield Line(printable(f"  also {what(searched, finding)}"), "bold red")
        yield from _failure(tried, searched, finding, verbose=verbose)
    if tried.sound:
        yield from (_about(check.topic, check.words) for check in tried.checked)
    said = {check.words for check in tried.checked} if tried.sound else set()
    notes = [(searched, finding) for searched, finding in tried.notes if finding.words not in said]
    shown = notes if verbose else [note for note in notes if note[1].severity is not Severity.FACT]
    for searched, finding in shown:
        yield _about("note", finding.words)
        yield from (Line(printable(f"    {line}")) for line in _note_details(searched, finding, verbose=verbose))
    if verbose:
        if tried.status is Status.INCONCLUSIVE and _too_small(tried):
            yield _about("note", f"too few trees exercised {_undecided(tried)}")
        for title in dict.fromkeys(searched.verdict.title for searched in tried.searches):
            yield _about("signature", title)
    hint = _hint(tried, len(notes) - len(shown)) if hints and not verbose else ""
    yield Line(f"{tried.report.evidence}{hint}")


def _about(topic: str, words: str) -> Line:
    return Line(printable(f"  {topic.ljust(TOPIC_WIDTH)}{words}"), hang=TOPIC_WIDTH + 2)


def _hint(tried: TrialResult, hidden: int) -> str:
    """The line that names options that show more."""
    if not tried.sound:
        saved = any(True for _ in (*repeatable_failures(tried), *run_failures(tried)))
        return ". More: -v; a regression test: --save-test FILE" if saved else ". More: -v"
    return f". More: -v ({quantity(hidden, 'more note')})" if hidden else ""


def _failure(tried: TrialResult, searched: SubjectVerdict, finding: Finding, *, verbose: bool) -> Iterator[Line]:
    """Text lines on a failure: the counterexample, the likely cause, and how to repeat the failure."""
    claim = searched.claim(finding.contract)
    yield from (Line(f"  {line}") for line in _details(searched, finding, verbose=verbose))
    if verbose and claim is not None and claim.witness is not None:
        yield Line(printable(f"  must    {claim.contract}: {with_symbols(claim.says)}"))
        yield from (Line(printable(f"  {line}")) for line in traceback_lines(claim.witness.failure))
    repeat = repeat_lines(tried, searched, finding)
    if not verbose and repeat and len(repeat[0]) > MOST_CHARACTERS:
        size = f"{len(repeat[0]):,} characters"
        yield Line(f"  rerun   not shown: the command has {size}. --save-test FILE writes a test in its place", hang=10)
        return
    yield from (Line(f"  {line}".rstrip(), verbatim=True) for line in (repeat if verbose else repeat[:1]))


def evidence_lines(witness: Witness, finding: Finding, *, verbose: bool = False) -> list[str]:
    """Text lines that show the counterexample.

    If there might be a smaller counterexample, or if the search sometimes passes on the counterexample, a line says how
    the counterexample was found.
    """
    about_leaves = (
        finding.severity is Severity.PRUNING or finding.contract in LAWS or MISSED in causes(witness, finding)
    )
    lines = [*witness_lines(witness, leaves=verbose or about_leaves), *how_lines(witness)]
    if _comes_and_goes(witness, finding):
        lines.append(f"seen    {NOT_ALWAYS[finding.cause]}")
    return lines


def causes(witness: Witness | None, finding: Finding) -> tuple[str, ...]:
    """The names of the likely causes of a failure.

    If the search misses a leaf, the cause can also be a bug in the code for one of the two players.
    """
    missed = finding.cause == "one-player" and witness is not None and witness.only_misses_leaves
    return (finding.cause, MISSED) if missed else (finding.cause,) if finding.cause else ()


def fault_lines(tried: TrialResult, searched: SubjectVerdict, finding: Finding) -> list[str]:
    """Text lines on a failure, for other formats: the counterexample, likely cause, shell command, regression test."""
    return [*_details(searched, finding), *repeat_lines(tried, searched, finding)]


def _details(searched: SubjectVerdict, finding: Finding, *, verbose: bool = False) -> Iterator[str]:
    """Text lines on a finding: the counterexample, the likely cause, and the source line to look at."""
    yield from map(printable, finding.lines)
    witness = searched.witness(finding)
    if witness is not None:
        yield from evidence_lines(witness, finding, verbose=verbose)
    for cause in causes(witness, finding):
        yield f"cause   {LIKELY_CAUSES[cause]}. More: prunecheck explain {cause}"
    if finding.code:
        yield printable(f"line    {relative(finding.code.file)}:{finding.code.line} {finding.code.says}")


def line_to_blame(searched: SubjectVerdict, finding: Finding) -> tuple[str, int] | None:
    """The file and source line of the likely bug or, if the bug's line is unknown, of the crash.

    Returns None if the source lines of the bug and of the crash are both unknown.
    """
    if finding.code is not None:
        return finding.code.file, finding.code.line
    raised = searched.raised(finding)
    return (raised.file, raised.line) if raised is not None and raised.file else None


def repeat_lines(tried: TrialResult, searched: SubjectVerdict, finding: Finding) -> list[str]:
    """Text lines on how to repeat a failure: a shell command, and a regression test to paste.

    Returns an empty list if neither the command nor the test would show the failure. For a failure that no single tree
    and no short sequence of calls shows, there is only a command, which repeats the whole check.
    """
    if (claim := _repeatable(searched, finding)) is not None:
        return reproduction(searched.verdict, claim, searched.said)
    witness = searched.witness(finding)
    given = given_instead({skipped.reason for skipped in tried.report.skipped})  # a whole check would not repeat these
    if searched.verdict.origin is Origin.OBJECT or given or (witness is not None and witness.among is None):
        return []
    return [whole_run(searched.verdict, tried.report, searched.said, fail_on=_fails_on(tried, finding))]


def _repeatable(searched: SubjectVerdict, finding: Finding) -> ClaimVerdict | None:
    """The claim whose counterexample reproduces a failure, or None if no counterexample reproduces the failure."""
    claim, witness = searched.claim(finding.contract), searched.witness(finding)
    if witness is None or witness.among is not None or searched.verdict.origin is Origin.OBJECT:
        return None
    return None if _comes_and_goes(witness, finding) else claim


def repeatable_failures(tried: TrialResult) -> Iterable[tuple[SubjectVerdict, ClaimVerdict]]:
    """Yield (verdict, refuted claim) for each failure that one call or sequence of calls reproduces."""
    for searched, finding in tried.failures:
        if (claim := _repeatable(searched, finding)) is not None:
            yield searched, claim


def run_failures(tried: TrialResult) -> Iterable[tuple[SubjectVerdict, str]]:
    """Yield (verdict, word for `--fail-on`) for each failure that only a whole check reproduces.

    A whole check is needed if prunecheck has no counterexample for the failure.
    """
    for searched, finding in tried.failures:
        alone = searched.witness(finding) is not None or searched.verdict.scope is not None
        if not alone and searched.verdict.origin is not Origin.OBJECT:
            yield searched, _fails_on(tried, finding)


def _fails_on(tried: TrialResult, finding: Finding) -> str:
    """The value that the option `--fail-on` needs so that a finding makes the search fail."""
    return USUAL if finding.severity in FAIL_ON[USUAL] else tried.fail_on


def _comes_and_goes(witness: Witness, finding: Finding) -> bool:
    return finding.cause in NOT_ALWAYS and witness.among is None and not witness.steps


def how_lines(witness: Witness) -> Iterator[str]:
    """Say how a counterexample was found, in text lines.

    Yields nothing if shrinking was finished and the search fails on the counterexample every time.
    """
    if witness.among is not None:
        yield f"seen    once in {quantity(witness.among, 'search', 'es')} on one instance; not reproducible on its own"
    if witness.unshrunk:
        yield "size    there may be a smaller counterexample: time ran out"


def _note_details(searched: SubjectVerdict, finding: Finding, *, verbose: bool) -> list[str]:
    """Text lines with the counterexample on which a note is based."""
    claim = searched.claim(finding.contract) if verbose else None
    if claim is None:
        return []
    if claim.witness is not None:
        got, *required = EXPECTED.split(claim.witness.details, maxsplit=1)
        seen = f"{got}, but {finding.contract} requires {required[0]}" if required else got
        return [*witness_lines(claim.witness, leaves=False), *([f"        {seen}"] if seen else [])]
    return [] if claim.strict_failure is None else witness_lines(claim.strict_failure.witness, leaves=False)
