"""Hypothesis drives: draw trees, try every search on each, and shrink what refutes a claim to a witness."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import floor, sqrt
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Flaky
from hypothesis.strategies import SearchStrategy

from prunecheck.contracts.order import Contract
from prunecheck.contracts.table import TableContract
from prunecheck.contracts.value import EXACT, ValueContract
from prunecheck.contracts.visits import VisitContract
from prunecheck.errors import Failure
from prunecheck.strategies import trees
from prunecheck.subjects.running import starved_here
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import FULL
from prunecheck.verify.check import Case, Run, case_of, holds_strictly, keeps, run
from prunecheck.verify.outgrown import hung, outgrown
from prunecheck.verify.shrink import shrunk, size, small_trees
from prunecheck.verify.verdict import Witness
from prunecheck.verify.witness import witness

Drawn: TypeAlias = SearchStrategy[ExplicitTree[Number]]

SLOW: Final = 0.2  # seconds for one tree
CALLS_A_SECOND: Final = 4_000  # that shrinking may make: fewer than most searches can, so that time is rarely the limit
FEW_TRIES: Final = 300
SLOW_CALL: Final = 0.01  # seconds for the quickest of the first calls on a tree: there, a few windows have to do
SECONDS_WHEN_LARGER: Final = 0.3  # for a call on a larger tree, from which on it is not tried: it might hang for that
MOST_LEAVES: Final = 400  # of a tree that is searched in all windows
FIRST_CALLS, FEW_WINDOWS = 3, 3
HANGING: Final = 1.0  # seconds for all that is judged in one window

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Charge:
    """A contract that a search is tried for.

    With `inner_root`, only on trees whose root has children; with `static_values`, only where interior nodes have them;
    with `full_window`, only in that window, as a search that takes none; with `deeper_entries`, values count as right
    that deeper searches of a position met again explain.
    """

    contract: Contract
    inner_root: bool = False
    static_values: bool = False
    full_window: bool = False
    deeper_entries: bool = False

    def decided_by(self, case: Case[N]) -> bool:
        """True if the case's windows are such that keeping the contract in them says something."""
        anywhere = isinstance(self.contract, VisitContract | TableContract | ValueContract) and not self.full_window
        return FULL in case.windows or (anywhere and self.contract is not EXACT)

    def about(self, case: Case[N]) -> bool:
        """True if the case can be judged by this charge."""
        is_leaf = case.tree.is_terminal(case.tree.root)
        return not (self.inner_root and is_leaf) and not (self.static_values and not case.static_values)


def is_evidence(case: Case[N]) -> bool:
    """True where the root has grandchildren: else a search that is wrong in most ways is right, too."""
    tree = case.tree
    return not tree.is_terminal(tree.root) and not all(map(tree.is_terminal, tree.children(tree.root)))


@dataclass(slots=True)
class Lenience:
    """Trees on which a contract holds by the witness criterion alone: how many, the first, and the call there."""

    tree: ExplicitTree[Number]
    witness: Witness
    trees: int = 1


def _clock() -> float:
    """Seconds of which it had a processor, or wanted none."""
    return perf_counter() - starved_here()


@dataclass(slots=True)
class Trial:
    """A search and what it is tried for; so far: trees, calls, and the first tree and witness against each charge."""

    search: AnySearch
    charges: tuple[Charge, ...]
    trees: int = 0
    calls: int = 0
    refuted: dict[str, tuple[ExplicitTree[Number], Witness]] = field(default_factory=dict)
    refuted_at: dict[str, int] = field(default_factory=dict)  # the number of the tree
    enough: frozenset[str] = frozenset()
    end: float = INF  # of the time to judge, as `perf_counter` tells it
    hurried: bool = True  # a search that takes long is called in few windows
    decided: dict[str, int] = field(default_factory=dict)  # how many cases said something of a charge
    evident: dict[str, int] = field(default_factory=dict)  # of these, how many are evidence
    lenient: dict[str, Lenience] = field(default_factory=dict)
    pace: tuple[int, float] = 1, 0.0  # the leaves of the largest case, and the seconds of a call there
    outgrown: int | None = None  # plies from which on trees take too long, as each takes longer: it is given lower ones
    _given_back: bool = False
    _leniently: dict[str, tuple[int, Run[Any]]] = field(default_factory=dict)  # in the case judged last

    @property
    def open(self) -> bool:
        """True while some charge is not refuted, and none of which one refuted is `enough`."""
        return len(self.refuted) < len(self.charges) and not self.enough.intersection(self.refuted)

    def violations(self, case: Case[N]) -> Iterator[tuple[Charge, int, Run[N]]]:
        """Each charge not yet refuted that this case refutes, with the number of the first window that does.

        To be gone through to the end; where the witness criterion was needed, `note_lenience` tells it then.
        """
        self._leniently = {}
        charges = [each for each in self.charges if each.contract.name not in self.refuted and each.about(case)]
        said = [each.contract.name for each in charges if each.decided_by(case)]
        case.deeper_entries = any(each.deeper_entries for each in charges)
        outside = called = 0
        quickest = INF
        step = max(1, len(case.windows) // FEW_WINDOWS)
        for nth, window in enumerate(case.windows):
            started = perf_counter()
            if not charges or started > self.end:
                return
            if window != FULL and all(each.full_window for each in charges):
                continue
            slow = self.hurried and called >= FIRST_CALLS and quickest > SLOW_CALL
            few = slow or len(case.leaves) > MOST_LEAVES
            if few and window != FULL and nth % step:
                continue
            began = _clock() if called < FIRST_CALLS else 0.0
            done = run(self.search, case.tree, window, most_questions=case.most_questions)
            called += 1
            if called <= FIRST_CALLS:
                quickest = min(quickest, _clock() - began)
            if done.outside:
                outside += 1
                continue
            self.calls += 1
            if hung(done.error):
                self.outgrown = outgrown(self.search, case.tree, window) or self.outgrown
                if not self.is_low(case):
                    self._give_back(started)
                    return
            judged = [each for each in charges if window == FULL or not each.full_window]
            for charge in judged:
                if not keeps(charge.contract, self.search, case, nth, done):
                    charges.remove(charge)
                    yield charge, nth, done
                elif case.deeper_entries and not holds_strictly(charge.contract, case, nth, done):
                    self._leniently.setdefault(charge.contract.name, (nth, done))
            self._give_back(started)
        self.pace = max(self.pace, (len(case.leaves), quickest if called else 0.0))
        for name in said if outside < len(case.windows) else ():
            self.decided[name] = self.decided.get(name, 0) + 1
            self.evident[name] = self.evident.get(name, 0) + is_evidence(case)

    def _give_back(self, started: float) -> None:
        """Once, the time since then to judge in, if it was long: a call that hangs takes all its seconds but once."""
        took = perf_counter() - started
        if took > HANGING and not self._given_back:
            self.end, self._given_back = self.end + took, True

    def is_low(self, case: Case[N]) -> bool:
        """False where the tree is so tall that it takes too long."""
        return self.outgrown is None or heights(case.tree, case.tree.root)[case.tree.root] < self.outgrown

    def has_time_for(self, case: Case[N]) -> bool:
        """False where a call on so large a tree may take long, by what it took on smaller ones."""
        leaves, seconds = self.pace
        ratio = len(case.leaves) / leaves
        return seconds * ratio * sqrt(ratio) < SECONDS_WHEN_LARGER

    def note_lenience(self, case: Case[N], tree: ExplicitTree[Number]) -> None:
        """Note for which charges this case, judged just now, is none against the search by the criterion alone."""
        for charge in self.charges:
            name = charge.contract.name
            if name not in self._leniently or name in self.refuted:
                continue
            if name in self.lenient:
                self.lenient[name].trees += 1
            else:
                nth, done = self._leniently[name]
                self.lenient[name] = Lenience(tree, witness(self.search, case, nth, done, charge.contract))


def hunt(
    trials: Sequence[Trial],
    *,
    examples: int,
    seed_number: int,
    on_tree: Callable[[int], None] = lambda drawn: None,
    drawn_from: Drawn | None = None,
    seconds: float = INF,
    first: Sequence[ExplicitTree[Number]] = (),
    last: Sequence[ExplicitTree[Number]] = (),
) -> None:
    """Draw `examples` trees and try every search on each, in every window; the trials keep what came of it.

    They come from `drawn_from`, or else from `trees()`; the trees `first` are judged before them, those `last` after
    them. `on_tree` is told the number of trees judged; once all charges are refuted, or `seconds` are over, no search
    is called again. An interrupt passes through; what was found until then is kept.
    """
    drawn, small = 0, True
    for trial in trials:
        trial.end = perf_counter() + seconds

    @seed(seed_number)
    @_settings(examples, Phase.generate)
    @given(trees() if drawn_from is None else drawn_from)
    def try_all(tree: ExplicitTree[Number]) -> None:
        try_tree(tree)

    def try_tree(tree: ExplicitTree[Number]) -> None:
        nonlocal drawn
        if any(trial.open and perf_counter() < trial.end for trial in trials):
            drawn += 1
            with_case(tree, try_case)
            on_tree(drawn)

    def try_case(case: Case[N], tree: ExplicitTree[Number]) -> None:
        for trial in (
            each for each in trials if each.open and each.is_low(case) and (small or each.has_time_for(case))
        ):
            trial.trees += any(charge.about(case) for charge in trial.charges)
            for charge, nth, done in list(trial.violations(case)):
                trial.refuted[charge.contract.name] = tree, witness(trial.search, case, nth, done, charge.contract)
                trial.refuted_at[charge.contract.name] = trial.trees
            trial.note_lenience(case, tree)

    for each in first:
        try_tree(each)
    try_all()
    small = False
    for each in last:
        try_tree(each)


class _CaseJudge(Protocol[R_co]):
    def __call__(self, case: Case[N], tree: ExplicitTree[Number], /) -> R_co: ...


def with_case(tree: ExplicitTree[Number], judge: _CaseJudge[R_co]) -> R_co:
    """What `judge` says of the case that a drawn tree makes: unfolded, and if all nodes have static values, cut.

    The depth of the cut, from 1 to 4, follows from the root's static value, on which nothing else depends: so it stays
    as it is when the tree shrinks.
    """
    if tree.has_static_values:
        static = tree.evaluate(tree.root)
        far = max(static, -static)
        depth = 4 if far == INF else 1 + floor(far) % 4
        return judge(case_of(unfolded(tree, static_values=True), depth), tree)
    return judge(case_of(unfolded(tree)), tree)


def first_violation(search: AnySearch, charge: Charge, tree: ExplicitTree[Number]) -> Witness | None:
    """The witness, if `search` breaks the charge on the case that `tree` makes; else None."""

    def judge(case: Case[N], _: ExplicitTree[Number]) -> Witness | None:
        for _charge, nth, done in Trial(search, (charge,)).violations(case):
            return witness(search, case, nth, done, charge.contract)
        return None

    return with_case(tree, judge)


def smallest_witness(
    search: AnySearch,
    charge: Charge,
    first: tuple[ExplicitTree[Number], Witness],
    *,
    examples: int,
    seed_number: int,
    drawn_from: Drawn | None = None,
    seconds: float = INF,
) -> Witness:
    """The witness against a charge shrunk as far as it goes, from `first`, which the same draws came upon.

    It ends after as many calls of the search as most make in a part of `seconds`, so that what is found does not depend
    on how fast the machine is; after `seconds` in any case. Half of both are for what Hypothesis finds.
    Of a search that differs from call to call, it is the last one that was seen. Of a slow one, small trees are tried
    first; where its time ends before no change makes the tree smaller, the witness says so.
    """
    tree, last = first
    calls = 0
    began = perf_counter()
    share = 0.5

    def called(*question: Any) -> Any:
        nonlocal calls
        calls += 1
        return search(*question)

    @seed(seed_number)
    @_settings(examples, Phase.generate, Phase.shrink)
    @given(trees() if drawn_from is None else drawn_from)
    def find(drawn: ExplicitTree[Number]) -> None:
        fails(drawn)
        if tree is drawn:
            raise _RefutedError

    def fails(candidate: ExplicitTree[Number]) -> bool:
        nonlocal tree, last
        if calls > share * seconds * CALLS_A_SECOND or perf_counter() > began + share * seconds:
            raise _OutOfTimeError
        found = first_violation(called, charge, candidate)
        if found is not None:
            tree, last = candidate, found
        return found is not None

    with suppress(_OutOfTimeError, _RefutedError, Flaky):
        hangs = (last.error or "").startswith(Failure.HUNG.value)  # which need not be seen again
        if not hangs:
            fails(tree)
        if not hangs and perf_counter() - began < SLOW:
            find()
        else:  # of slow ones, fewer can be tried: change by change is the shorter way
            share, at_first = 1.0, size(tree)
            any(fails(small) for small in small_trees() if size(small) < at_first)
    share = 1.0
    with suppress(_OutOfTimeError):
        shrunk(tree, fails)
        return last
    return replace(last, unshrunk=perf_counter() > began + seconds)


def smallest_lenience(search: AnySearch, charge: Charge, first: Lenience, *, seconds: float = INF) -> Lenience:
    """A smaller tree than the `first` on which the charge is kept by the witness criterion alone, in a few tries."""
    last, end = first.witness, perf_counter() + seconds
    if last.window == FULL:  # the others need not be tried
        charge = replace(charge, full_window=True)

    def lenient(tree: ExplicitTree[Number]) -> bool:
        nonlocal last
        found = None if perf_counter() > end else lenience(search, charge, tree)
        last = found or last
        return found is not None

    tree = shrunk(first.tree, lenient, most_tries=FEW_TRIES)
    return Lenience(tree, last, first.trees)


def lenience(search: AnySearch, charge: Charge, tree: ExplicitTree[Number]) -> Witness | None:
    """The call on the case that `tree` makes, if the charge is kept there by the witness criterion alone."""
    trial = Trial(search, (charge,))

    def judge(case: Case[N], drawn: ExplicitTree[Number]) -> Witness | None:
        if any(trial.violations(case)):
            return None
        trial.note_lenience(case, drawn)
        return trial.lenient[charge.contract.name].witness if trial.lenient else None

    return with_case(tree, judge)


class _OutOfTimeError(BaseException):
    """Shrinking ends here; Hypothesis lets this pass."""


class _RefutedError(Exception):
    """A tree on which a search breaks a charge: how Hypothesis is told to shrink."""


def _settings(examples: int, *phases: Phase) -> settings:
    return settings(
        max_examples=examples,
        phases=phases,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
