"""A whole verification: every variant, its claims on drawn trees and a game, its known breaks replayed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from prunecheck.catalog import VARIANTS, Break, Claim, Need, Variant
from prunecheck.contracts.line import LineContract
from prunecheck.contracts.move import MoveContract
from prunecheck.contracts.order import CONTRACTS, Contract, contract, weakest
from prunecheck.contracts.value import ValueContract
from prunecheck.subjects.domain import DepthReading
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import Window
from prunecheck.verify.check import Case, case_of, keeps, run
from prunecheck.verify.games import matches
from prunecheck.verify.hunt import Charge, Drawn, Lenience, Trial, hunt, lenience, smallest_lenience, smallest_witness
from prunecheck.verify.verdict import (
    BreakVerdict,
    ClaimVerdict,
    GameVerdict,
    Outcome,
    Report,
    StrictFailure,
    VariantVerdict,
    Witness,
)
from prunecheck.verify.witness import witness

EXAMPLES: Final = 1_000
QUICK_EXAMPLES: Final = 100
FEW: Final = 8  # trees that are evidence: fewer do not suffice, where time did not allow more
SECONDS_FOR_LENIENCE: Final = 1.0  # to find a smaller tree on which the witness criterion is needed


@dataclass(frozen=True, slots=True)
class Plan:
    """What to verify: which variants, which contracts of theirs, on how much evidence.

    `contracts` limits the trial to these; `claims` puts them on trial whether a variant claims them or not, instead of
    its own claims and known breaks. `tree`, cut at `depth`, and `windows` replace drawn trees and games by one tree.
    Trees are drawn from `drawn_from`, or else from `trees()`, after the trees `first` are judged, and before the trees
    `last`. A variant that breaks
    a contract of `enough` is tried no further; after `seconds` none is, and shrinking has as long again.
    """

    variants: tuple[Variant, ...] = tuple(VARIANTS.values())
    contracts: tuple[str, ...] = tuple(CONTRACTS)
    claims: tuple[str, ...] = ()
    examples: int = EXAMPLES
    seed: int = 0
    quick: bool = False
    tree: ExplicitTree[Number] | None = None
    depth: int | None = None
    windows: tuple[Window[Number], ...] = ()
    games: bool = True
    drawn_from: Drawn | None = None
    seconds: float = INF
    first: tuple[ExplicitTree[Number], ...] = ()
    last: tuple[ExplicitTree[Number], ...] = ()
    enough: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a verification stands: what it does, how much of it is done, and how often a search was called."""

    doing: str
    done: int
    total: int
    calls: int


def verify(plan: Plan, on_progress: Callable[[Progress], None] = lambda progress: None) -> Report:
    """Carry out `plan`. Interrupted (Ctrl-C), it returns what it has, with `interrupted` set.

    Raises: TreeError where the plan's own tree cannot be judged.
    """
    return _Session(plan, on_progress).carried_out()


class _Session:
    """One verification as it goes on."""

    def __init__(self, plan: Plan, on_progress: Callable[[Progress], None]) -> None:
        self.plan = plan
        self.on_progress = on_progress
        self.drawn = 0
        self.trials = {
            each.name: Trial(each.search, tuple(self._charges(each)), enough=plan.enough, hurried=plan.seconds < INF)
            for each in plan.variants
        }
        self.witnesses: dict[tuple[str, str], Witness] = {}
        self.breaks: dict[str, list[BreakVerdict]] = {each.name: [] for each in plan.variants}
        self.games: dict[str, list[GameVerdict]] = {each.name: [] for each in plan.variants}
        self.drawing_seconds = 0.0
        self.tried_all = False

    def claims(self, variant: Variant) -> list[Claim]:
        if self.plan.claims:
            return [Claim(name) for name in self.plan.claims]
        return [claim for claim in variant.claims if claim.contract in self.plan.contracts]

    def _charges(self, variant: Variant) -> list[Charge]:
        static = Need.STATIC_VALUES in variant.needs
        deeper = variant.depth_reading is DepthReading.WITNESS
        return [
            Charge(contract(claim.contract), claim.inner_root, static, not variant.takes_window, deeper)
            for claim in self.claims(variant)
        ]

    @property
    def calls(self) -> int:
        return sum(trial.calls for trial in self.trials.values())

    def report_progress(self, doing: str, done: int, total: int) -> None:
        self.on_progress(Progress(doing, done, total, self.calls))

    def carried_out(self) -> Report:
        started = perf_counter()
        interrupted = False
        try:
            try:
                if self.plan.tree is None:
                    self._draw()
                else:
                    self._judge(self.plan.tree)
            finally:
                self.drawing_seconds = perf_counter() - started
            self.tried_all = True
            self._shrink()
            if self.plan.tree is None:
                self._shrink_leniences()
            if self.plan.tree is None and not self.plan.claims:
                self._replay_breaks()
                if self.plan.games:
                    self._play()
        except KeyboardInterrupt:
            interrupted = True
        return Report(
            seed=self.plan.seed,
            examples=self.plan.examples,
            interrupted=interrupted,
            trees=self.drawn,
            calls=self.calls,
            seconds=perf_counter() - started,
            drawing_seconds=self.drawing_seconds,
            variants=tuple(self._verdict(each) for each in self.plan.variants),
        )

    def _draw(self) -> None:
        def on_tree(drawn: int) -> None:
            self.drawn = drawn
            self.report_progress("drawing trees", drawn, self.plan.examples)

        hunt(
            list(self.trials.values()),
            examples=self.plan.examples,
            seed_number=self.plan.seed,
            on_tree=on_tree,
            drawn_from=self.plan.drawn_from,
            seconds=self.plan.seconds,
            first=self.plan.first,
            last=self.plan.last,
        )

    def _judge(self, tree: ExplicitTree[Number]) -> None:
        static = tree.has_static_values
        plain = unfolded(tree, static_values=static)
        case = case_of(plain, self.plan.depth, self.plan.windows or None)
        self.drawn = 1
        for at, (name, trial) in enumerate(self.trials.items()):
            self.report_progress(f"judging {name}", at, len(self.trials))
            trial.trees += 1
            for charge, nth, done in list(trial.violations(case)):
                broken = charge.contract
                found = witness(trial.search, case, nth, done, broken)
                trial.refuted[broken.name] = tree, found
                self.witnesses[name, broken.name] = found
            trial.note_lenience(case, tree)

    def _shrink(self) -> None:
        refuted = [
            (name, trial, charge)
            for name, trial in self.trials.items()
            for charge in trial.charges
            if charge.contract.name in self._told(trial) and (name, charge.contract.name) not in self.witnesses
        ]
        for nth, (name, trial, charge) in enumerate(refuted):
            self.report_progress("shrinking witnesses", nth, len(refuted))
            self.witnesses[name, charge.contract.name] = smallest_witness(
                trial.search,
                charge,
                trial.refuted[charge.contract.name],
                examples=self.plan.examples,
                seed_number=self.plan.seed,
                drawn_from=self.plan.drawn_from,
                seconds=self.plan.seconds / len(refuted),
            )

    def _shrink_leniences(self) -> None:
        """Of what holds by the witness criterion alone; a tree that is small for one contract is tried for the next."""
        for trial in self.trials.values():
            small: Lenience | None = None
            for charge in trial.charges:
                name = charge.contract.name
                if name not in trial.lenient or name in trial.refuted:
                    continue
                first = trial.lenient[name]
                again = None if small is None else lenience(trial.search, charge, small.tree)
                if small is None or again is None:
                    small = smallest_lenience(trial.search, charge, first, seconds=SECONDS_FOR_LENIENCE)
                else:
                    small = Lenience(small.tree, again)
                trial.lenient[name] = replace(small, trees=first.trees)

    def _told(self, trial: Trial) -> Sequence[str]:
        """The refuted contracts of which a witness is told: where one was enough, the weakest; an error breaks all."""
        enough = weakest(name for name in trial.refuted if name in self.plan.enough)
        if not enough:
            return list(trial.refuted)
        return enough[:1] if trial.refuted[enough[0]][1].error else enough

    def _replay_breaks(self) -> None:
        for variant in self.plan.variants:
            for each in variant.breaks:
                if each.contract in self.plan.contracts:
                    self.breaks[variant.name].append(replayed(variant, each))

    def _play(self) -> None:
        for match in matches(quick=self.plan.quick):
            for nth, variant in enumerate(self.plan.variants):
                self.report_progress(f"playing {match.name}", nth, len(self.plan.variants))
                claimed = match.judged(claim.contract for claim in self.claims(variant))
                if claimed and variant.fits(alternates=match.alternates, static_values=True):
                    self.games[variant.name].append(match.play(variant.search, claimed))

    def _verdict(self, variant: Variant) -> VariantVerdict:
        trial = self.trials[variant.name]
        return VariantVerdict(
            name=variant.name,
            title=variant.title,
            source=variant.source,
            source_id=variant.source_id,
            needs=tuple(sorted(need.value for need in variant.needs)),
            claims=tuple(
                self._claim_verdict(variant, trial, claim)
                for claim in self.claims(variant)
                if self._asked(trial, claim)
            ),
            breaks=tuple(self.breaks[variant.name]),
            games=tuple(self.games[variant.name]),
            outgrown=trial.outgrown,
        )

    def _witness(self, name: str, contract_name: str) -> Witness | None:
        """The smallest witness, or the first where an interrupt left no time to shrink it."""
        first = self.trials[name].refuted.get(contract_name)
        return self.witnesses.get((name, contract_name), None if first is None else first[1])

    def _enough_tried(self, trial: Trial, claim: Claim) -> bool:
        """True unless hardly a tree said anything of it: time was over after a few, or the one given said nothing."""
        if self.plan.tree is not None:
            return claim.contract in trial.decided
        if not trial.open or self.plan.seconds == INF:
            return True  # what was refuted ended the trial, or nothing but the number of examples did
        return trial.evident.get(claim.contract, 0) >= min(FEW, self.plan.examples // 2)

    def _asked(self, trial: Trial, claim: Claim) -> bool:
        """False where the one tree given says something of other contracts, and nothing of this one."""
        name = claim.contract
        return self.plan.tree is None or not trial.decided or name in trial.decided or name in trial.refuted

    def _claim_verdict(self, variant: Variant, trial: Trial, claim: Claim) -> ClaimVerdict:
        if claim.contract in trial.refuted:
            outcome = Outcome.REFUTED
        else:
            outcome = Outcome.HELD if self.tried_all and self._enough_tried(trial, claim) else Outcome.UNDECIDED
        lenient = None if claim.contract in trial.refuted else trial.lenient.get(claim.contract)
        return ClaimVerdict(
            contract=claim.contract,
            says=contract(claim.contract).says,
            condition=claim.condition,
            outcome=outcome,
            trees=trial.refuted_at.get(claim.contract, trial.trees),
            calls=trial.calls,
            witness=self._witness(variant.name, claim.contract),
            reading=_reading(variant, claim.contract, outcome, lenient),
            strict_failure=None if lenient is None else StrictFailure(lenient.trees, lenient.witness),
        )


def _reading(variant: Variant, name: str, outcome: Outcome, lenient: Lenience | None) -> str:
    """How values and moves of a search to a depth were read; of any other search, and for other contracts, nothing."""
    if variant.depth_reading is None or not isinstance(contract(name), ValueContract | MoveContract | LineContract):
        return ""
    if outcome is Outcome.REFUTED and variant.depth_reading is DepthReading.WITNESS:
        return "either"
    return "strict" if lenient is None else "witness"


def replayed(variant: Variant, known: Break) -> BreakVerdict:
    """The known break, tried again on its witness."""
    case = Case(known.tree, [known.window], static_values=known.tree.has_static_values)
    broken: Contract = contract(known.contract)
    done = run(variant.search, case.tree, known.window)
    return BreakVerdict(
        contract=known.contract,
        says=broken.says,
        why=known.why,
        confirmed=not keeps(broken, variant.search, case, 0, done),
        witness=witness(variant.search, case, 0, done, broken),
    )
