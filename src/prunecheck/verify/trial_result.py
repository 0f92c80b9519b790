"""The verdict on a user's search: results of calls on new instances, and of calls on one reused instance."""

from msgspec import Struct

from prunecheck.failures import Raised
from prunecheck.verify.checks import Check
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.outcomes import FAIL_ON, USUAL, Severity, Status
from prunecheck.verify.records import ClaimVerdict, Finding, Origin, Report, ValueLimit, VariantVerdict
from prunecheck.verify.visit_statistics import VisitCounts


class SubjectVerdict(Struct, frozen=True):
    """The results on new instances or on a reused instance of a search: verdict, findings and counts of leaves.

    The counts are missing if evaluated leaves cannot be observed. `due` contains the contracts that were checked and
    that the search must satisfy. `said` contains the user's options on how the search is called. `limits` describes for
    which leaf values, other than whole numbers up to 30,000, the search is wrong. `too_small` says what to do if the
    search's own game has too few positions to judge the search.
    """

    verdict: VariantVerdict
    due: frozenset[str]
    findings: tuple[Finding, ...]
    reading: VisitCounts | None = None
    said: tuple[tuple[str, str], ...] = ()
    limits: tuple[ValueLimit, ...] = ()
    too_small: str = ""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that make a search fail by default; the option `--fail-on` can choose others."""
        return tuple(finding for finding in self.findings if finding.severity in FAIL_ON[USUAL])

    def claim(self, contract: str) -> ClaimVerdict | None:
        """The verdict on the given contract, or None if the contract was not checked."""
        return self.verdict.claim(contract)

    def witness(self, finding: Finding) -> Witness | None:
        """The counterexample (witness) that a finding is based on, if there is one."""
        return self.verdict.witness(finding.contract)

    def raised(self, finding: Finding) -> Raised | None:
        """The exception that the search raised on a finding's counterexample, if it raised one."""
        witness = self.witness(finding)
        return witness.failure if witness is not None and isinstance(witness.failure, Raised) else None


def not_checked(name: str, error: str) -> "TrialResult":
    """Make the result for a search that could not be checked at all; `error` says why, and what to do."""
    verdict = VariantVerdict(name, "", "", origin=Origin.NAMED, error=error)
    return TrialResult(name, Report(), (SubjectVerdict(verdict, frozenset(), ()),))


class TrialResult(Struct, frozen=True):
    """The verdict on a search: results on new instances and on a reused instance, and a list of what was `checked`.

    `fail_on` says how severe a finding must be to make the search fail.
    """

    name: str
    report: Report
    searches: tuple[SubjectVerdict, ...]
    checked: tuple[Check, ...] = ()
    fail_on: str = USUAL

    def failed(self, finding: Finding) -> bool:
        """True if the given finding makes the search fail."""
        return finding.severity in FAIL_ON[self.fail_on]

    @property
    def failures(self) -> tuple[tuple[SubjectVerdict, Finding], ...]:
        """The findings that make the search fail, one per contract, each with the results that contain the finding.

        Findings on new instances come before findings on a reused instance.
        """
        found: dict[str, tuple[SubjectVerdict, Finding]] = {}
        for searched in self.searches:
            for finding in filter(self.failed, searched.findings):
                found.setdefault(finding.contract or finding.words, (searched, finding))
        return tuple(found.values())

    @property
    def notes(self) -> tuple[tuple[SubjectVerdict, Finding], ...]:
        """All findings that do not make the search fail, without repetitions, most severe first."""
        found: dict[str, tuple[SubjectVerdict, Finding]] = {}
        for severity in Severity:
            for searched in self.searches:
                for finding in searched.findings:
                    if finding.severity is severity and not self.failed(finding):
                        found.setdefault(finding.words, (searched, finding))
        return tuple(found.values())

    @property
    def sound(self) -> bool:
        """True if no finding makes the search fail."""
        return not self.failures

    @property
    def error(self) -> str:
        """Why the search could not be checked at all. Empty if the search was checked."""
        return "".join(searched.verdict.error for searched in self.searches)

    @property
    def status(self) -> Status:
        """The status of the check: error, held, refuted, inconclusive or interrupted."""
        if self.error:
            return Status.ERROR
        return self.report.status_if(sound=self.sound)
