"""A stranger's search, tried and read: the one way from a subject to a verdict, for the command line and for tests."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from prunecheck.catalog.records import Variant
from prunecheck.contracts.line import LINE_SO_FAR
from prunecheck.contracts.table import TABLE
from prunecheck.errors import printable
from prunecheck.strategies import trees
from prunecheck.subjects.convention import Eyes, Flag, NodeKind, Role
from prunecheck.subjects.domain import Domain, Turns
from prunecheck.subjects.leaves import MOST_PLIES, binary, fits
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.values import show
from prunecheck.verify.diagnosis import slip_of
from prunecheck.verify.findings import Finding, Weight, findings, least, owed
from prunecheck.verify.hard_places import LARGE, bushy, hard_depths, hard_limits, hard_places, hard_turns
from prunecheck.verify.hard_values import hard_values
from prunecheck.verify.hunt import Drawn
from prunecheck.verify.lived import grown, lived, right_through
from prunecheck.verify.ranged import brought_inside, check_values, has_room, range_of
from prunecheck.verify.reading import Reading, measured
from prunecheck.verify.rows import KEPT, check_turns, check_windows, rows
from prunecheck.verify.sequences import Sequences
from prunecheck.verify.session import QUICK_EXAMPLES, Plan, verify
from prunecheck.verify.verdict import ClaimVerdict, Outcome, Report, VariantVerdict
from prunecheck.verify.witness import unwatched

SMALL: Final = 3  # the largest value of the smallest domain


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
    subject = replace(subject, name=_told(subject.name))
    variants = rows(subject, claims)
    report = verify(
        replace(
            plan,
            variants=variants,
            claims=(),
            games=False,
            drawn_from=_drawn(subject),
            first=_given(subject, (*plan.first, *_hard(subject))),
            last=_given(subject, bushy()) if plan.examples >= QUICK_EXAMPLES else (),
            enough=frozenset(claims or least(takes_window=subject.window)),
        )
    )
    if not subject.sees_reads:
        report = replace(report, variants=tuple(map(unwatched, report.variants)))
    found: list[Searched] = []
    for nth, verdict in enumerate(report.variants):
        reading = None
        sequenced = Sequences()
        due = {each.contract for each in verdict.claims} if claims else owed(verdict, takes_window=subject.window)
        kept = verdict.name.endswith(KEPT)
        seen = subject.sees_reads and plan.tree is None and not claims and not kept
        if seen and not report.interrupted and not _refuted(verdict, due):
            try:
                reading = measured(
                    subject.search,
                    seed=plan.seed,
                    turns=subject.turns is Turns.ANY,
                    to_depth=subject.convention.depth,
                    keys_given=subject.convention.node is NodeKind.MESSAGE,
                    small=subject.domain is Domain.SMALL,
                    in_windows=subject.window,
                    within=partial(brought_inside, subject),
                )
            except KeyboardInterrupt:
                report = replace(report, interrupted=True)
        if (kept or subject.kept is None) and plan.tree is None and not report.interrupted:
            try:
                fresh = found[0].verdict if kept else None
                verdict, sequenced = lived(  # noqa: PLW2901
                    subject, verdict, due, plan, _drawn(subject), claims, fresh, report.seconds
                )
            except KeyboardInterrupt:
                report = replace(report, interrupted=True)
            report = grown(report, nth, verdict, sequenced)
            due |= {each.contract for each in verdict.claims} & {TABLE.name}
        out = findings(verdict, takes_window=subject.window, claimed=bool(claims), watched=not kept, reading=reading)
        out += right_through(subject, sequenced)
        out += _without_value(subject) + _other_eyes(subject)
        if not report.interrupted:
            row = next(each for each in variants if each.name == verdict.name)
            fresh_search = (lambda: subject.search) if kept else subject.anew
            try:
                out = [_with_slip(each, verdict, row, fresh_search) for each in out]
            except KeyboardInterrupt:
                report = replace(report, interrupted=True)
        found.append(Searched(verdict, frozenset(due), tuple(out), reading))
    return Tried(subject.name, report, tuple(found))


def _drawn(subject: Subject) -> Drawn:
    large = has_room(subject, LARGE) and subject.domain is not Domain.SMALL
    turns = subject.turns is Turns.ANY
    drawn = trees(
        extreme_values=subject.domain is Domain.ANY, large_values=large, turns=turns, within=range_of(subject)
    )
    if subject.convention.node is NodeKind.ARRAY:
        return drawn.map(lambda tree: binary(tree, subject.convention.plies or MOST_PLIES))
    return drawn


def _hard(subject: Subject) -> Iterator[ExplicitTree[Number]]:
    yield from hard_places()
    if subject.convention.depth:
        yield from hard_depths()
        yield from hard_limits()
    if subject.turns is Turns.ANY:
        yield from hard_turns()
    if (declared := range_of(subject)) is not None:
        yield from hard_values(declared)


def _given(subject: Subject, trees: Iterable[ExplicitTree[Number]]) -> tuple[ExplicitTree[Number], ...]:
    """Those of the trees that the subject takes, with values that it takes."""
    return tuple(brought_inside(subject, tree) for tree in trees if _taken(tree, subject))


def _taken(tree: ExplicitTree[Number], subject: Subject) -> bool:
    if subject.convention.node is NodeKind.ARRAY and not fits(tree, subject.convention.plies or MOST_PLIES):
        return False
    if subject.turns is Turns.ALTERNATE and not tree.alternates:
        return False
    return subject.domain is not Domain.SMALL or all(max(value, -value) <= SMALL for value in tree.leaf_values)


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
    slip = slip_of(
        row.search, finding.contract, claim.witness, fresh=fresh(), takes_depth=row.depth_reading is not None
    )
    return finding if slip is None else replace(finding, slip=slip.name)


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


def _told(name: str) -> str:
    """A name that can stand at the start of a line, where two colons are a command to some services."""
    return printable(name.replace("::", r"\x3a:", 1) if name.lstrip().startswith("::") else name)
