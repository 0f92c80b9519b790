"""A verification as data: what is judged, what was found so far, and the phases that take it further."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from prunecheck.catalog.records import Break, Claim, Need, Variant
from prunecheck.contracts.order import CONTRACTS, contract, implied
from prunecheck.contracts.table import TABLE
from prunecheck.contracts.traits import SearchTraits
from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import DepthRule, Domain, NodeKind, Turns
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.hunt.drawn_sequences import Sequences
from prunecheck.verify.hunt.drawn_trees import Trial
from prunecheck.verify.hunt.reproduce import History, ReusedInstance
from prunecheck.verify.hunt.suitable_trees import takes_related
from prunecheck.verify.judge import Charge
from prunecheck.verify.plan import OnProgress, Plan, Progress, no_progress
from prunecheck.verify.records import Origin, Skipped, ValueLimit, VariantVerdict, Witness
from prunecheck.verify.visit_statistics import VisitCounts


@dataclass(frozen=True, slots=True)
class Row:
    """One search that is judged, and what was found of it so far: a variant, or a subject in one way of using it.

    `about` says what it is; `witnesses` are the shrunk ones, by contract; `bugs` the likely causes. The verdict is made
    when the trees are done, and changed by sequences.
    """

    about: VariantVerdict
    trial: Trial
    claims: tuple[Claim, ...]
    depth_rule: DepthRule | None = None
    breaks: tuple[Break, ...] = ()
    witnesses: dict[str, Witness] = field(default_factory=dict)
    verdict: VariantVerdict | None = None
    reading: VisitCounts | None = None
    sequences: Sequences = field(default_factory=Sequences)
    limits: tuple[ValueLimit, ...] = ()
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
    phase: str = ""  # that is carried out
    interrupted_in: str | None = None  # the phase
    skipped: tuple[Skipped, ...] = ()
    started: float = field(default_factory=perf_counter)

    @property
    def interrupted(self) -> bool:
        """True if somebody pressed Ctrl-C."""
        return self.interrupted_in is not None

    @property
    def user_input(self) -> str:
        """What the user gave in place of drawn trees and sequences, as the reason to leave these out; else empty."""
        return "a tree is given" if self.plan.tree is not None else "calls are given" if self.plan.calls else ""

    @property
    def calls(self) -> int:
        """How often a search was called on trees and in sequences."""
        return sum(row.trial.calls + row.sequences.calls for row in self.rows)

    def report(self, stage: str, done: int = 0, total: int = 0, limit: float | None = None) -> None:
        """Report progress."""
        self.on_progress(Progress(stage, done, total, self.calls, limit))

    def with_row(self, nth: int, row: Row) -> "Run":
        """With another row in the place of that number."""
        return replace(self, rows=(*self.rows[:nth], row, *self.rows[nth + 1 :]))


@dataclass(frozen=True, slots=True)
class Phase:
    """One part of a verification.

    `skip` says why it has nothing to do, as the report says it; empty if it has. What it finds is in the run that
    `judge` returns, or noted in the rows' trials and witnesses, where it stays if KeyboardInterrupt ends the phase.
    `gives_evidence`: a report is to say that it was left out, unless the user gave something in its place.
    """

    name: str
    skip: Callable[[Run], str]
    judge: Callable[[Run], Run]
    gives_evidence: bool = False


def carry_out(run: Run, phases: Sequence[Phase]) -> Run:
    """Go through the phases. Ctrl-C between or inside them leaves out all that follows, and keeps what was found."""
    for phase in phases:
        reason = "interrupted" if run.interrupted else phase.skip(run)
        if not reason:
            try:
                run = phase.judge(replace(run, phase=phase.name))
                continue
            except KeyboardInterrupt:
                run, reason = replace(run, interrupted_in=phase.name), "interrupted"
        evidence = phase.gives_evidence and not run.user_input
        run = replace(run, skipped=(*run.skipped, Skipped(phase.name, reason, evidence)))
    return run


UNDER_TEST: Final = "under test"  # in the place of a source


def variant_row(variant: Variant, plan: Plan) -> Row:
    """The row of a variant: its own claims as far as the plan is about them, or those of the plan."""
    claims = tuple(map(Claim, plan.claims))
    if not claims:
        claims = tuple(claim for claim in variant.claims if claim.contract in plan.contracts)
    static = Need.STATIC_VALUES in variant.needs
    charges = tuple(Charge(contract(claim.contract), claim.inner_root, static) for claim in claims)
    about = VariantVerdict(variant.name, variant.title, variant.source, variant.source_id, _sorted(variant.needs))
    return Row(about, _trial(variant.search, charges, plan), claims, breaks=variant.breaks)


def subject_rows(subject: Subject, plan: Plan, claims: tuple[str, ...] = ()) -> tuple[Row, ...]:
    """The subject with a fresh instance for each call and, if it keeps something, with one instance for all calls.

    It is judged by all contracts that apply to it, or by `claims` and what follows from them.
    Raises: PreconditionError for a claim that its domain excludes, or that nothing could be seen of.
    """
    traits = traits_of(subject)
    asked = tuple(each.name for each in CONTRACTS.values() if each.applies_to(traits))
    if claims:
        wanted = {weaker for name in claims for weaker in implied(name)}
        asked = tuple(name for name in CONTRACTS if name in wanted)
        for name in (*claims, *asked):  # what was said first
            if refusal := contract(name).refusal(traits):
                raise PreconditionError(refusal)
    if subject.traits.keeps_state and subject.traits.external:  # one process serves all calls
        return (_subject_row(subject, plan, asked, History(subject.search, clears=True)),)
    found = [_subject_row(subject, plan, asked, subject.search)]
    if subject.traits.keeps_state:
        judged = tuple(name for name in asked if contract(name).in_sequences and name != TABLE.name)
        found.append(_subject_row(subject, plan, judged, ReusedInstance(subject), reused=True))
    return tuple(found)


def traits_of(subject: Subject) -> SearchTraits:
    """What a contract may know of the subject."""
    traits, refusal = subject.traits, ""
    if not takes_related(subject):
        refusal = "beyond those in its reply to hello; leave the claim out"
    elif traits.domain is Domain.SMALL:
        refusal = "beyond --domain small; claim it with --domain whole"
    return SearchTraits(
        takes_window=traits.takes_window,
        gives_value=traits.gives_value,
        gives_move=traits.gives_move,
        gives_line=traits.gives_line,
        gives_table=traits.gives_table,
        sees_leaves=traits.sees_leaves,
        alternate=traits.turns is Turns.ALTERNATE,
        takes_related=not refusal and traits.node is not NodeKind.ARRAY,  # which has no room for more children
        related_refusal=refusal,
    )


def check_turns(turns: Turns, tree: ExplicitTree[Number] | None) -> None:
    """Refuse a tree that a search cannot be tried on. Raises: PreconditionError."""
    if turns is Turns.ALTERNATE and tree is not None and not tree.alternates:
        raise PreconditionError(
            "the players of this tree do not alternate; use --turns any if the search takes such trees"
        )


def check_windows(subject: Subject, windows: tuple[Window[Number], ...]) -> None:
    """Refuse windows that a search cannot be tried in. Raises: PreconditionError."""
    if not subject.traits.takes_window and any(each != FULL for each in windows):
        raise PreconditionError("this search takes no window; leave the window out")


def _subject_row(
    subject: Subject, plan: Plan, asked: tuple[str, ...], search: AnySearch, *, reused: bool = False
) -> Row:
    traits = subject.traits
    move_alone = not traits.gives_value  # a leaf has no move, and nobody asks for one
    deeper = traits.takes_depth and traits.depth_rule is DepthRule.DEEPER
    window = traits.takes_window
    charges = tuple(Charge(contract(name), move_alone, full_window=not window, deeper_entries=deeper) for name in asked)
    needs = [Need.RECURSION] + [Need.ALTERNATION] * (traits.turns is Turns.ALTERNATE)
    about = VariantVerdict(
        subject.name,
        traits.convention.words(),
        UNDER_TEST,
        needs=_sorted(needs),
        origin=Origin.NAMED if subject.findable else Origin.OBJECT,
        reused=reused,
    )
    claims = tuple(Claim(name, inner_root=move_alone) for name in asked)
    depth_rule = traits.depth_rule if traits.takes_depth else None
    return Row(about, _trial(search, charges, plan), claims, depth_rule)


def _sorted(needs: Iterable[Need]) -> tuple[str, ...]:
    return tuple(sorted(need.value for need in needs))


def _trial(search: AnySearch, charges: tuple[Charge, ...], plan: Plan) -> Trial:
    """The trial begins now: its time to judge ends after the plan's seconds."""
    end = perf_counter() + plan.seconds
    return Trial(search, charges, enough=plan.enough, hurried=plan.seconds < INF, end=end)
