"""The state of a running check: the plan, the searches under test, the results so far, and the phases."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from prunecheck.catalog.records import Break, Claim, Need, Variant
from prunecheck.contracts.contract import SearchTraits
from prunecheck.contracts.order import CONTRACTS, contract, implied, owed_by
from prunecheck.contracts.table_entries import TABLE
from prunecheck.contracts.value import CLAMPED
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.results import Exposed, ScopeResult
from prunecheck.frame_stack import call_with_room
from prunecheck.subjects.convention import DepthRule, Domain, NodeKind, Turns
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.own_game.rules_of_game.against_rules import Difference, RulesVerdict
from prunecheck.subjects.sandbox.time_limits import clock
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import FOR_RELATIONS, OWN_GAME_PATIENCE, OWN_GAME_SHARE
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.hunt.drawn_sequences import Sequences
from prunecheck.verify.hunt.reproduce import RecordingSearch, ReusedInstance
from prunecheck.verify.hunt.suitable_trees import has_room
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.verify.plan import OnProgress, Plan, Progress, no_progress
from prunecheck.verify.records import Origin, Skipped, ValueLimit, VariantVerdict
from prunecheck.verify.visit_statistics import VisitCounts


@dataclass(frozen=True, slots=True)
class Row:
    """The results so far on one search. For a user's search, calls on new and on reused instances have separate rows.

    `about` describes the search. For each violated contract, `witnesses` contains the shrunk counterexample, and
    `causes` the likely cause. `verdict` is set after the checks on trees, and can change when sequences of calls are
    judged. `seen_once` contains violations on small trees that could not be repeated, one for each contract.
    """

    about: VariantVerdict
    judge: TreeJudge
    claims: tuple[Claim, ...]
    depth_rule: DepthRule | None = None
    breaks: tuple[Break, ...] = ()
    witnesses: dict[str, Witness] = field(default_factory=dict)
    verdict: VariantVerdict | None = None
    reading: VisitCounts | None = None
    sequences: Sequences = field(default_factory=Sequences)
    limits: tuple[ValueLimit, ...] = ()
    causes: dict[str, str] = field(default_factory=dict)
    scope: ScopeResult | None = None
    seen_once: tuple[Exposed, ...] = ()

    @property
    def due(self) -> frozenset[str]:
        """The contracts that the search must satisfy to pass."""
        return self.judge.enough or frozenset(claim.contract for claim in self.claims)

    @property
    def failed_once(self) -> Exposed | None:
        """The violation that makes the search fail although it could not be repeated.

        Returns None if the search passes, or if a violation that can be repeated makes it fail.
        """
        if self.due.intersection(self.judge.refuted):
            return None
        return next((violation for violation in self.seen_once if violation.contract in self.due), None)


@dataclass(frozen=True, slots=True)
class OwnSequences:
    """The result of calling a search in sequences on its own game: how many sequences and calls passed, and a failure.

    `why_not` says why the search's table could not be judged, or could only be judged with the game's own values.
    `no_depths` says why all calls in a sequence had the same depth.
    """

    passed: int = 0
    searches: int = 0
    why_not: str = ""
    no_depths: str = ""
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The state of a running check: the plan, and a row for each search under test with the results so far.

    A `Run` is immutable: each phase of the check returns a changed copy.
    """

    plan: Plan
    rows: tuple[Row, ...]
    searched: Subject | None = None  # the user's search; None for the catalogue
    on_progress: OnProgress = no_progress
    trees: int = 0
    drawing_seconds: float = 0.0
    phase: str = ""  # the phase that is running
    interrupted_in: str | None = None  # the interrupted phase
    skipped: tuple[Skipped, ...] = ()
    by_rules: RulesVerdict | None = None
    own_sequences: OwnSequences | None = None
    started: float = field(default_factory=perf_counter)
    begun: float = field(default_factory=clock)  # the start of the run, for time limits

    @property
    def subject(self) -> Subject:
        """The user's search under test. Only for phases that check a user's search."""
        assert self.searched is not None
        return self.searched

    @property
    def own_game(self) -> OwnGameSubject | None:
        """The user's search if it only accepts positions of its own game, otherwise None."""
        return self.searched if isinstance(self.searched, OwnGameSubject) else None

    @property
    def interrupted(self) -> bool:
        """True if the user has pressed Ctrl-C."""
        return self.interrupted_in is not None

    @property
    def user_input(self) -> str:
        """Why there are no random trees: the user gave a tree or calls, or wants all small trees. Otherwise empty."""
        return "--exhaustive is given" if self.plan.exhaustive else self.plan.given

    @property
    def user_input_or_claims(self) -> str:
        """Why a phase is skipped: the user gave a tree, calls or claims, or wants all small trees. Otherwise empty."""
        return self.user_input or ("claims are given" if self.plan.claims else "")

    @property
    def calls(self) -> int:
        """How many calls of searches have been made, on trees and in sequences."""
        return sum(row.judge.calls + row.sequences.calls for row in self.rows)

    def report(self, stage: str, done: int = 0, total: int = 0, limit: float | None = None) -> None:
        """Report the progress of the current phase."""
        self.on_progress(Progress(stage, done, total, self.calls, limit))

    def with_row(self, nth: int, row: Row) -> "Run":
        """Copy the run, with `row` (a search and its results) at index `nth`."""
        return replace(self, rows=(*self.rows[:nth], row, *self.rows[nth + 1 :]))


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a check, such as the one that judges random trees.

    `skip` returns the reason to skip the phase, or an empty text if the phase has work to do. `judge` does the work and
    returns a run with the results. After a KeyboardInterrupt, the results so far are not lost. If `gives_evidence` is
    True, the verdict is less certain when the phase is skipped.
    """

    name: str
    skip: Callable[[Run], str]
    judge: Callable[[Run], Run]
    gives_evidence: bool = False


def carry_out(run: Run, phases: Sequence[Phase]) -> Run:
    """Run the phases of a check in order.

    After Ctrl-C, the rest of the current phase and all later phases are skipped, and the results so far are kept.
    """
    for phase in phases:
        reason = "interrupted" if run.interrupted else phase.skip(run)
        if not reason:
            try:
                run = call_with_room(phase.judge, replace(run, phase=phase.name))
                continue
            except KeyboardInterrupt:
                run, reason = replace(run, interrupted_in=phase.name), "interrupted"
        evidence = phase.gives_evidence and not run.user_input
        run = replace(run, skipped=(*run.skipped, Skipped(phase.name, reason, evidence)))
    return run


UNDER_TEST: Final = "under test"  # a user's search has no published source


def variant_row(variant: Variant, plan: Plan) -> Row:
    """Make the row (search and empty results) for a search of the catalogue.

    If the plan has claims, the search is judged by the claimed contracts. If the plan has no claims, the search is
    judged by those of the plan's contracts that it claims in the catalogue.
    """
    claims = tuple(map(Claim, plan.claims))
    if not claims:
        claims = tuple(claim for claim in variant.claims if claim.contract in plan.contracts)
    static = Need.STATIC_VALUES in variant.needs
    charges = tuple(
        Charge(contract(claim.contract), claim.inner_root, static, reduced=variant.reduced) for claim in claims
    )
    needs = _sorted(variant.needs)
    about = VariantVerdict(variant.name, variant.title, variant.source, variant.source_id, needs, lossy=variant.lossy)
    return Row(about, _tree_judge(variant.search, charges, plan, plan.seconds), claims, breaks=variant.breaks)


def subject_rows(subject: Subject, plan: Plan) -> tuple[Row, ...]:
    """Make the rows for a user's search: for calls on new instances and, if it stores state, on a reused instance.

    If the plan has claims, the search is judged by the claimed contracts and by all contracts that these imply. If the
    plan has no claims, the search is judged by all contracts that apply to it.
    Raises: PreconditionError if a claim cannot be judged for this search.
    """
    traits = traits_of(subject)
    asked = tuple(contract.name for contract in CONTRACTS.values() if contract.applies_to(traits))
    if plan.claims:
        wanted = {weaker for name in plan.claims for weaker in implied(name)}
        asked = tuple(name for name in CONTRACTS if name in wanted)
        for name in (*plan.claims, *asked):  # the options that the user gave come first
            if refusal := contract(name).refusal(traits):
                raise PreconditionError(refusal)
    if subject.traits.keeps_state and subject.traits.external:  # one process serves all calls
        return (_subject_row(subject, plan, asked, RecordingSearch(subject.search, clears=True)),)
    found = [_subject_row(subject, plan, asked, subject.search)]
    if subject.traits.keeps_state:
        judged = tuple(name for name in asked if contract(name).in_sequences and name != TABLE.name)
        found.append(_subject_row(subject, plan, judged, ReusedInstance(subject), reused=True))
    return tuple(found)


def traits_of(subject: Subject) -> SearchTraits:
    """The properties of a user's search that decide which contracts apply to it."""
    traits, refusal = subject.traits, ""
    if subject.traits.node is NodeKind.OWN:
        refusal = "but this search only accepts positions of its own game; drop the claim"
    elif not has_room(subject, FOR_RELATIONS):
        refusal = "but the program's reply to hello excludes some of the changed values; drop the claim"
    elif traits.domain is Domain.SMALL:
        refusal = (
            "but --domain small excludes some of the changed values; use --domain whole if the search is right for "
            "larger values"
        )
    return SearchTraits(
        takes_window=traits.takes_window,
        gives_value=traits.gives_value,
        gives_move=traits.gives_move,
        gives_line=traits.gives_line,
        gives_table=traits.gives_table,
        sees_leaves=traits.sees_leaves,
        alternate=traits.turns is Turns.ALTERNATE,
        takes_related=not refusal and traits.node is not NodeKind.ARRAY,  # an array has no room for more children
        related_refusal=refusal,
    )


def due_in(subject: Subject, plan: Plan) -> frozenset[str]:
    """The contracts that a user's search must satisfy: the claimed contracts, and all contracts that these imply.

    Without claims, the result is the contracts that every search with the same inputs and outputs must satisfy.
    """
    return frozenset().union(*map(implied, plan.claims)) or owed_by(traits_of(subject))


def check_turns(turns: Turns, tree: ExplicitTree[Number] | None) -> None:
    """Check that a search accepts the order in which players move in a tree.

    Raises: PreconditionError if the search does not accept the order.
    """
    if turns is Turns.ALTERNATE and tree is not None and not tree.alternates:
        raise PreconditionError(
            "players do not alternate in this tree; use --turns any if the search accepts such trees"
        )


def check_windows(subject: Subject, windows: tuple[Window[Number], ...]) -> None:
    """Check that a search takes a window if the user gave windows.

    Raises: PreconditionError if the search takes no window.
    """
    if not subject.traits.takes_window and any(window != FULL for window in windows):
        raise PreconditionError("this search takes no window; drop the window")


def _subject_row(
    subject: Subject, plan: Plan, asked: tuple[str, ...], search: AnySearch, *, reused: bool = False
) -> Row:
    traits = subject.traits
    no_leaf = not traits.gives_value or bool(traits.fails_when_over)  # at a leaf, there is no move to judge
    # a fail-hard search may return the value of a leaf unchanged, and leaves below the root do not show it
    inner_root = {name: no_leaf or (name == CLAMPED.name and not plan.claims) for name in asked}
    deeper = traits.takes_depth and traits.depth_rule is DepthRule.DEEPER
    window = traits.takes_window
    charges = tuple(
        Charge(contract(name), inner_root[name], full_window=not window, deeper_entries=deeper) for name in asked
    )
    needs = [Need.RECURSION] + [Need.ALTERNATION] * (traits.turns is Turns.ALTERNATE)
    about = VariantVerdict(
        subject.name,
        traits.convention.words(),
        UNDER_TEST,
        needs=_sorted(needs),
        origin=Origin.NAMED if subject.findable else Origin.OBJECT,
        reused=reused,
    )
    claims = tuple(Claim(name, inner_root=inner_root[name]) for name in asked)
    depth_rule = traits.depth_rule if traits.takes_depth else None
    own_game = traits.node is NodeKind.OWN
    judge = _tree_judge(search, charges, plan, plan.seconds * (OWN_GAME_SHARE if own_game else 1))
    judge.patience = OWN_GAME_PATIENCE if own_game else 0.0
    return Row(about, judge, claims, depth_rule)


def _sorted(needs: Iterable[Need]) -> tuple[str, ...]:
    return tuple(sorted(need.value for need in needs))


def _tree_judge(search: AnySearch, charges: tuple[Charge, ...], plan: Plan, seconds: float) -> TreeJudge:
    """Make an object that judges a search on trees. Its time limit of `seconds` starts now."""
    end = clock() + seconds
    hurried = plan.seconds < INF
    return TreeJudge(search, charges, enough=plan.enough, hurried=hurried, end=end, window_step=plan.window_step)
