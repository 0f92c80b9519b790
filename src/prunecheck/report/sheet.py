"""Collect the data for short reports: a row for each search and each contract, with the outcome and text lines.

JUnit, SARIF, GitLab, Markdown, GitHub annotations and the picture show the collected data in different formats. Each
format escapes the text in its own way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from prunecheck.contracts.order import implied, weakest
from prunecheck.errors import printable
from prunecheck.report.catalogue_text import closing_line, refutation_lines
from prunecheck.report.lines import about, name_of
from prunecheck.report.snippet import command
from prunecheck.report.subject_text import closing, fault_lines, line_to_blame, what
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.findings import what_is_wrong
from prunecheck.verify.outcomes import Outcome, Severity, Status, why_undecided, worst
from prunecheck.verify.records import ClaimVerdict, Report, VariantVerdict
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult

READS = "pruning"  # shown in the contract column for extra leaves
LOADING = "loading"  # shown there if the search could not be checked at all
OWN_GAME = "own game"  # shown there for a bug that no single tree shows, in a search that plays its own game


class Standing(Enum):
    """The outcome in a report row: the outcome of a claim, `NOTE` for a note, `FOLLOWS` or `ERROR`.

    `FOLLOWS` means that the search also violates a weaker contract, which is implied by the contract of the row; the
    details are in the row of the weaker contract. `ERROR` means that the search could not be checked at all.
    """

    HELD = "held"
    REFUTED = "refuted"
    FOLLOWS = "follows"
    UNDECIDED = "undecided"
    NOTE = "note"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row of a report: a search, a contract, the outcome and the reason for it, the likely cause, a counterexample.

    Rows for violated contracts have text `lines` and, if known, `at`: the file and source line of the likely bug or of
    the crash. For a search with a depth limit, `depth_rule` says whether values from deeper table entries are allowed.
    """

    verdict: VariantVerdict
    contract: str
    standing: Standing
    words: str
    lines: tuple[str, ...] = ()
    witness: Witness | None = None
    depth_rule: str = ""
    at: tuple[str, int] | None = None

    @property
    def search(self) -> str:
        """The name of the search that the row is about."""
        return name_of(self.verdict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The data of a short report: the status of the run, rows, closing lines of text, and the duration."""

    status: Status
    closing: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    seconds: float

    @property
    def cases(self) -> tuple[ReportRow, ...]:
        """The rows about contracts, without the rows for notes."""
        return tuple(row for row in self.rows if row.standing is not Standing.NOTE)

    @property
    def notes(self) -> list[str]:
        """The rows for notes, each with the name of the search."""
        return [f"{row.search}: {row.words}" for row in self.rows if row.standing is Standing.NOTE]

    @property
    def refuted(self) -> tuple[ReportRow, ...]:
        """The rows with findings that make a search fail."""
        return tuple(row for row in self.rows if row.standing is Standing.REFUTED)

    @property
    def errors(self) -> tuple[ReportRow, ...]:
        """The rows for searches that could not be checked at all."""
        return tuple(row for row in self.rows if row.standing is Standing.ERROR)


def sheet_of(report: Report) -> Sheet:
    """Make the short report on a check of the catalogue."""
    rows = [row for variant in report.variants for row in (*_claims(variant, report), *_known(variant))]
    return Sheet(report.status, (printable(closing_line(report)),), tuple(rows), report.seconds)


def sheet_of_subjects(all_tried: Sequence[TrialResult]) -> Sheet:
    """Make the short report on a check of users' searches.

    For each search, rows for required and claimed contracts come first, then other failures, then notes.
    """
    rows = [row for result in all_tried for searched in result.searches for row in _searched(result, searched)]
    seconds = sum(result.report.seconds for result in all_tried)
    return Sheet(worst(result.status for result in all_tried), tuple(map(closing, all_tried)), tuple(rows), seconds)


def _claims(variant: VariantVerdict, report: Report) -> Iterator[ReportRow]:
    told = weakest(claim.contract for claim in variant.claims if claim.outcome is Outcome.REFUTED)
    for claim in variant.claims:
        standing, words = Standing(claim.outcome.value), _says(claim, report)
        lines: tuple[str, ...] = ()
        if claim.witness is not None:
            if claim.contract in told:
                words = printable(what_is_wrong(claim.contract, claim.witness))
                lines = (*refutation_lines(claim), f"rerun   {command(variant, claim)}")
            else:
                standing, words = Standing.FOLLOWS, _follows(claim.contract, told)
        yield ReportRow(variant, about(variant, claim.contract), standing, words, lines, claim.witness)


def _says(claim: ClaimVerdict, report: Report) -> str:
    """Say what the claimed contract requires or, for an undecided claim, why it is undecided."""
    undecided = claim.outcome is Outcome.UNDECIDED
    return why_undecided({skipped.reason for skipped in report.skipped}) if undecided else claim.says


def _follows(name: str, broken: Sequence[str]) -> str:
    """Say which rows of the report show details of a violation of the contract `name`.

    The text names the contracts in `broken` that follow from `name`: since these are violated, so is `name`.
    If none of the contracts in `broken` follows from `name`, the text names all of them.
    """
    below = [other for other in broken if other in implied(name)] or broken
    return f"also violated; see {' and '.join(below)}"


def _known(variant: VariantVerdict) -> Iterator[ReportRow]:
    for known in variant.breaks:
        standing = Standing.HELD if known.confirmed else Standing.REFUTED
        yield ReportRow(variant, f"known violation of {known.contract}", standing, known.why, (), known.witness)
    for game in variant.games:
        standing = Standing.REFUTED if game.broken else Standing.HELD
        tree = game.game if variant.lossy is None else f"{game.game} without skipped moves"
        yield ReportRow(variant, f"on {tree}", standing, " and ".join(game.broken))


def _searched(tried: TrialResult, searched: SubjectVerdict) -> Iterator[ReportRow]:
    verdict = searched.verdict
    if verdict.error:
        yield ReportRow(verdict, LOADING, Standing.ERROR, printable(verdict.error))
        return
    failed = {finding.contract or finding.words: finding for failure, finding in tried.failures if failure is searched}
    wrong = [finding for _, finding in tried.failures if finding.severity is Severity.WRONG]
    broken = [finding.contract for finding in wrong if finding.contract]
    elsewhere = {finding.contract for failure, finding in tried.failures if failure is not searched}
    for claim in verdict.claims:
        name, standing, words = claim.contract, Standing(claim.outcome.value), _says(claim, tried.report)
        if name not in searched.due or name in elsewhere:
            continue
        finding = failed.pop(name) if name in failed and failed[name].severity is Severity.WRONG else None
        lines: tuple[str, ...] = ()
        at = None if finding is None else line_to_blame(searched, finding)
        if finding is not None:
            words, lines = printable(what(searched, finding)), tuple(fault_lines(tried, searched, finding))
        elif standing is Standing.REFUTED:
            standing, words = Standing.FOLLOWS, _follows(name, broken)
        yield ReportRow(verdict, about(verdict, name), standing, words, lines, claim.witness, claim.depth_rule, at)
    for finding in searched.findings:
        if finding.severity is Severity.WRONG and searched.claim(finding.contract) is not None:
            continue
        fails = tried.failed(finding)
        if fails and failed.pop(finding.contract or finding.words, None) is None:
            continue  # already reported for fresh or reused instances
        yield ReportRow(
            verdict,
            ((finding.contract or OWN_GAME) if finding.severity is Severity.WRONG else READS)
            if fails
            else finding.contract,
            Standing.REFUTED if fails else Standing.NOTE,
            printable(finding.words),
            tuple(fault_lines(tried, searched, finding)) if fails else (),
            searched.witness(finding),
            at=line_to_blame(searched, finding) if fails else None,
        )
