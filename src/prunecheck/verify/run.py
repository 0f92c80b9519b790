"""A verification as data: what is judged, what was found so far, and the phases that take it further."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Protocol

from prunecheck.catalog.records import Break, Claim, Need
from prunecheck.subjects.convention import DepthReading
from prunecheck.subjects.subject import Subject
from prunecheck.verify.hunt.drawn_sequences import Sequences
from prunecheck.verify.hunt.drawn_trees import Trial
from prunecheck.verify.plan import OnProgress, Plan, Progress, no_progress
from prunecheck.verify.records import BreakVerdict, GameVerdict, Origin, Skipped, VariantVerdict, Witness
from prunecheck.verify.visits.statistics import VisitCounts


@dataclass(frozen=True, slots=True)
class Row:
    """One search that is judged, and what was found of it so far: a variant, or a subject in one way of using it.

    `reused`: one instance serves all calls. `witnesses` are the shrunk ones, by contract; `bugs` the likely causes.
    The verdict is made when the trees are done, and changed by sequences.
    """

    name: str
    title: str
    source: str
    trial: Trial
    claims: tuple[Claim, ...]
    needs: frozenset[Need]
    source_id: str = ""
    depth_reading: DepthReading | None = None
    origin: Origin = Origin.CATALOGUE
    reused: bool = False
    breaks: tuple[Break, ...] = ()
    witnesses: dict[str, Witness] = field(default_factory=dict)
    known_breaks: tuple[BreakVerdict, ...] = ()
    games: tuple[GameVerdict, ...] = ()
    verdict: VariantVerdict | None = None
    reading: VisitCounts | None = None
    sequences: Sequences = field(default_factory=Sequences)
    bugs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A verification: the plan, its rows, and what became of the phases so far. It is replaced, not changed."""

    plan: Plan
    rows: tuple[Row, ...]
    subject: Subject | None = None
    claims: tuple[str, ...] = ()  # of the subject, that the user made
    on_progress: OnProgress = no_progress
    trees: int = 0
    drawing_seconds: float = 0.0
    interrupted_in: str | None = None  # the phase
    skipped: tuple[Skipped, ...] = ()
    started: float = field(default_factory=perf_counter)

    @property
    def interrupted(self) -> bool:
        """True if somebody pressed Ctrl-C."""
        return self.interrupted_in is not None

    @property
    def given(self) -> str:
        """What the user gave in place of drawn trees and sequences, as the reason to leave these out; else empty."""
        return "a tree is given" if self.plan.tree is not None else "calls are given" if self.plan.calls else ""

    @property
    def calls(self) -> int:
        """How often a search was called on trees and in sequences."""
        return sum(row.trial.calls + row.sequences.calls for row in self.rows)

    def report(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Report progress."""
        self.on_progress(Progress(stage, done, total, self.calls))

    def with_row(self, nth: int, row: Row) -> "Run":
        """With another row in the place of that number."""
        return replace(self, rows=(*self.rows[:nth], row, *self.rows[nth + 1 :]))


class Phase(Protocol):
    """One part of a verification. What it finds is in the run that it returns, or noted in the rows' trials."""

    @property
    def name(self) -> str:
        """As progress and the report call it."""

    @property
    def gives_evidence(self) -> bool:
        """True if a report is to say that it was left out, unless the user gave something in its place."""

    def skip(self, run: Run) -> str:
        """Why it has nothing to do, as the report says it; empty if it has."""

    def __call__(self, run: Run) -> Run:
        """The run with what it found. KeyboardInterrupt ends it; what it has noted in trials and witnesses stays."""


def carry_out(run: Run, phases: Sequence[Phase]) -> Run:
    """Go through the phases. Ctrl-C between or inside them leaves out all that follows, and keeps what was found."""
    for phase in phases:
        reason = "interrupted" if run.interrupted else phase.skip(run)
        if not reason:
            try:
                run = phase(run)
                continue
            except KeyboardInterrupt:
                run, reason = replace(run, interrupted_in=phase.name), "interrupted"
        evidence = phase.gives_evidence and not run.given
        run = replace(run, skipped=(*run.skipped, Skipped(phase.name, reason, evidence)))
    return run
