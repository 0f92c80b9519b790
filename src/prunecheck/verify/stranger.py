"""A stranger's search, tried and read: the one way from a subject to a verdict, for the command line and for tests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from prunecheck.catalog.records import Variant
from prunecheck.contracts.line import LINE_SO_FAR
from prunecheck.contracts.table import TABLE
from prunecheck.errors import printable
from prunecheck.subjects.convention import Eyes, Flag, NodeKind, Role
from prunecheck.subjects.domain import Domain, Turns
from prunecheck.subjects.subject import Subject
from prunecheck.trees.search import AnySearch
from prunecheck.trees.values import show
from prunecheck.verify.diagnosis import slip_of
from prunecheck.verify.findings import Finding, Weight, findings, least, owed
from prunecheck.verify.lived import grown, lived, right_through
from prunecheck.verify.ranged import brought_inside, check_values
from prunecheck.verify.reading import Reading, measured
from prunecheck.verify.rows import KEPT, check_turns, check_windows, rows
from prunecheck.verify.sequences import Sequences
from prunecheck.verify.session import QUICK_EXAMPLES, Plan, verify
from prunecheck.verify.suited import bushy_for, drawn_for, hard_for
from prunecheck.verify.verdict import ClaimVerdict, Outcome, Report, VariantVerdict
from prunecheck.verify.witness import unwatched

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Searched:
    """What came out for one way of keeping a search: its verdict, what that comes to, and what it reads, if seen.

    `due` are the contracts that it owes or claims, of those that it was tried for; `said` are the options that say how
    it is called, each with its word.
    """

    verdict: VariantVerdict
    due: frozenset[str]
    findings: tuple[Finding, ...]
    reading: Reading | None = None
    said: tuple[tuple[str, str], ...] = ()

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that speak against it."""
        return tuple(each for each in self.findings if each.weight is not Weight.NOTE)

    def claim(self, contract: str) -> ClaimVerdict | None:
        """What came of a contract, if it was tried."""
        return next((each for each in self.verdict.claims if each.contract == contract), None)


@dataclass(frozen=True, slots=True)
class Tried:
    """A search tried: the report of the trial, and what came out for the search, afresh and with its instance kept."""

    name: str
    report: Report
    searches: tuple[Searched, ...]

    @property
    def sound(self) -> bool:
        """True where nothing that it owes or claims is refuted, and it reads nothing in vain."""
        return not any(each.faults for each in self.searches)

    @property
    def status(self) -> str:
        """The outcome in one word: held, refuted, inconclusive or interrupted."""
        return status_of([self])


def status_of(all_tried: Iterable[Tried]) -> str:
    """The worst outcome of several searches; what was refuted before an interrupt is refuted."""
    them = list(all_tried)
    if not all(each.sound for each in them):
        return "refuted"
    if any(each.report.interrupted for each in them):
        return "interrupted"
    return "held" if all(each.report.complete for each in them) else "inconclusive"


def tried(subject: Subject, plan: Plan, *, claims: tuple[str, ...] = ()) -> Tried:
    """Try `subject` by `plan`, for `claims` and what follows from them, or for all that any search owes.

    Of the plan, the variants, claims and games are ours to say. Interrupted, the verdict is on what was found until
    then.
    Raises: PreconditionError for a tree of the plan in which players do not alternate, and a claim about players who
    do, where the subject's terms are others; for windows of the plan, where the subject takes none; and for values
    that it does not take.
    """
    check_turns(subject.turns, plan.tree, claims)
    check_windows(subject, plan.windows)
    check_values(subject, plan)
    subject = replace(subject, name=shown(subject.name))
    variants = rows(subject, claims)
    report = verify(
        replace(
            plan,
            variants=variants,
            claims=(),
            games=False,
            drawn_from=drawn_for(subject),
            first=hard_for(subject, plan.first),
            last=bushy_for(subject) if plan.examples >= QUICK_EXAMPLES else (),
            enough=frozenset(claims or least(takes_window=subject.window)),
        )
    )
    if not subject.sees_reads:
        report = replace(report, variants=tuple(map(unwatched, report.variants)))
    trial = _Trial(subject, plan, claims, report)
    for nth, row in enumerate(variants):
        trial.go_on(nth, row)
    return Tried(subject.name, trial.report, tuple(trial.found))


@dataclass(slots=True)
class _Trial:
    """What comes after the trees that are drawn: what is read, sequences of searches, and the kinds of slips.

    An interrupt leaves out all that is left of it.
    """

    subject: Subject
    plan: Plan
    claims: tuple[str, ...]
    report: Report
    found: list[Searched] = field(default_factory=list)

    def go_on(self, nth: int, row: Variant) -> None:
        """With the verdict on one way of keeping the search."""
        verdict = self.report.variants[nth]
        kept = row.name.endswith(KEPT)
        window = self.subject.window
        due = {each.contract for each in verdict.claims} if self.claims else owed(verdict, takes_window=window)
        alone = self.plan.tree is not None  # a single tree, on which nothing is measured
        reading: Reading | None = None
        if self.subject.sees_reads and not (kept or alone or self.claims or _refuted(verdict, due)):
            reading = self._or(None, self._measured)
        sequenced = Sequences()
        if (kept or self.subject.kept is None) and not alone and not self.report.interrupted:
            verdict, sequenced = self._or((verdict, sequenced), partial(self._lived, verdict, due))
            self.report = grown(self.report, nth, verdict, sequenced)
            due |= {each.contract for each in verdict.claims} & {TABLE.name}
        out = findings(verdict, takes_window=window, claimed=bool(self.claims), watched=not kept, reading=reading)
        out += (
            _outgrown(verdict)
            + right_through(self.subject, sequenced)
            + _without_value(self.subject)
            + _other_eyes(self.subject)
        )
        fresh_search = (lambda: self.subject.search) if kept else self.subject.anew
        out = self._or(out, lambda: [_with_slip(each, verdict, row, fresh_search) for each in out])
        self.found.append(Searched(verdict, frozenset(due), tuple(out), reading))

    def _or(self, otherwise: T, stage: Callable[[], T]) -> T:
        """What a stage comes to; after an interrupt, before it or in it, what there is `otherwise`."""
        if not self.report.interrupted:
            try:
                return stage()
            except KeyboardInterrupt:
                self.report = replace(self.report, interrupted=True)
        return otherwise

    def _measured(self) -> Reading | None:
        subject = self.subject
        return measured(
            subject.search,
            seed=self.plan.seed,
            turns=subject.turns is Turns.ANY,
            to_depth=subject.convention.depth,
            keys_given=subject.convention.node is NodeKind.MESSAGE,
            small=subject.domain is Domain.SMALL,
            in_windows=subject.window,
            within=partial(brought_inside, subject),
        )

    def _lived(self, verdict: VariantVerdict, due: set[str]) -> tuple[VariantVerdict, Sequences]:
        fresh = self.found[0].verdict if verdict.name.endswith(KEPT) else None
        drawn = drawn_for(self.subject)
        return lived(self.subject, verdict, due, self.plan, drawn, self.claims, fresh, self.report.seconds)


def _refuted(verdict: VariantVerdict, due: set[str]) -> bool:
    return any(each.outcome is Outcome.REFUTED for each in verdict.claims if each.contract in due)


def _with_slip(
    finding: Finding, verdict: VariantVerdict, row: Variant, fresh: Callable[[], AnySearch | None]
) -> Finding:
    """The finding with the kind of slip that its witness speaks of, if that comes again and is one that is known.

    `fresh` makes the search anew: for each call, where `row` keeps an instance; else from its file.
    """
    claim = next((each for each in verdict.claims if each.contract == finding.contract), None)
    if finding.weight is not Weight.BROKEN or claim is None or claim.witness is None:
        return finding
    if claim.witness.among is not None:
        return replace(finding, slip="memory")
    if claim.witness.steps:  # the shortest sequence that fails; a single search would be a shorter one
        return replace(finding, slip="memory") if len(claim.witness.steps) > 1 else finding
    if finding.contract in (TABLE.name, LINE_SO_FAR.name):  # what is tried explains wrong values and moves
        return finding
    slip = slip_of(row.search, finding.contract, claim.witness, anew=fresh, takes_depth=row.depth_reading is not None)
    return finding if slip is None else replace(finding, slip=slip.name)


def _outgrown(verdict: VariantVerdict) -> list[Finding]:
    """The note on a search that takes longer and longer with each ply of a tree."""
    if verdict.outgrown is None:
        return []
    tall = f"takes too long for trees of {verdict.outgrown} plies and more"
    return [Finding(Weight.NOTE, f"{tall}, as each ply takes it longer: not held against it")]


def _without_value(subject: Subject) -> list[Finding]:
    """The note on what a search makes of a position that is over; none where it gives its value."""
    given = subject.without_value()
    if given is None:
        return []
    return [
        Finding(Weight.NOTE, f"gives back {show(given)} and no move for a position that is over: not held against it")
    ]


def _other_eyes(subject: Subject) -> list[Finding]:
    """The note on a search that is told which player maximises and answers for the player to move: it may be a slip."""
    said = subject.convention
    if Role.MAXIMISING not in said.takes or said.flag is not Flag.BOOL:
        return []
    if (said.values, said.answers) != (Eyes.MAX, Eyes.MOVER):
        return []
    words = (
        "values are MAX's, and answers come out as the player to move sees them; if MAX's are meant, say --answers max"
    )
    return [Finding(Weight.NOTE, words)]


def shown(name: str) -> str:
    """A name that can stand at the start of a line, where two colons are a command to some services."""
    return printable(name.replace("::", r"\x3a:", 1) if name.lstrip().startswith("::") else name)
