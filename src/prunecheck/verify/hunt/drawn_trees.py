"""Draw trees with Hypothesis, run every search on each, and shrink a tree that refutes a claim to a witness."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import floor, sqrt
from time import perf_counter
from typing import Any

from msgspec import structs

from prunecheck.contracts.case import Case, ReducedView, case_of
from prunecheck.contracts.evidence import Evidence
from prunecheck.errors import PreconditionError
from prunecheck.failures import Hang
from prunecheck.strategies import trees
from prunecheck.subjects.sandbox.limits import clock, cpu_delay, past
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import (
    DEEPEST,
    ENOUGH_TREES,
    FEW_WINDOWS,
    FIRST_CALLS,
    HANGING,
    LENIENCE_TRIES,
    MANY_TREES,
    MOST_LEAVES,
    SECONDS_WHEN_LARGER,
    SHRINKING_CALLS_A_SECOND,
    SLOW_CALL,
    SLOW_CALLS,
)
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.hunt.drawing import draw_each
from prunecheck.verify.hunt.suitable_trees import find_slow_growth
from prunecheck.verify.judge import Charge, Violation, call, violations
from prunecheck.verify.plan import Drawn
from prunecheck.verify.records import Witness
from prunecheck.verify.shrink.shrinker import OutOfTimeError, Shrinker
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, shrink_tree, take_a_small_tree, tree_size


def is_evidence(case: Case[N]) -> bool:
    """True if the root has grandchildren: on smaller trees, most searches with bugs give right answers."""
    tree = case.tree
    return not tree.is_terminal(tree.root) and not all(map(tree.is_terminal, tree.children(tree.root)))


@dataclass(slots=True)
class Lenience:
    """The number of trees on which a contract needs deeper entries, the first such tree, and the call on that tree."""

    tree: ExplicitTree[Number]
    witness: Witness
    trees: int = 1


def _took(started: float, waited: float) -> float:
    """Seconds since `started`. If they are many, the time spent waiting for a processor is subtracted.

    `waited` are the seconds that this thread had already spent waiting at `started`.
    """
    seconds = perf_counter() - started
    return seconds if seconds <= SLOW_CALL else seconds - (perf_counter() - clock() - waited)


@dataclass(slots=True)
class Trial:
    """A search, its charges (contracts to judge it by), and the first witness against each charge so far."""

    search: AnySearch
    charges: tuple[Charge, ...]
    trees: int = 0
    calls: int = 0
    refuted: dict[str, tuple[ExplicitTree[Number], Witness]] = field(default_factory=dict)
    refuted_at: dict[str, int] = field(default_factory=dict)  # contract -> the number of the tree that refuted it
    enough: frozenset[str] = frozenset()
    end: float = INF  # end of the time limit, in seconds of `clock`
    patience: float = 0.0  # additional seconds if too few trees are evidence when the time is over
    hurried: bool = True  # whether a slow search is only called in a few windows
    # one in so many windows other than the full one is searched; the same for trees, if a contract needs more calls
    window_step: int = 1
    decided: dict[str, int] = field(default_factory=dict)  # contract -> how many cases decided it
    evident: dict[str, int] = field(default_factory=dict)  # contract -> how many of these are evidence
    lenient: dict[str, Lenience] = field(default_factory=dict)
    pace: tuple[int, float] = 1, 0.0  # the leaves of the largest case, and the seconds of a call on it
    unnamed: int = 0  # cases in which a move was chosen, but could not be judged
    outgrown: int | None = None  # plies from which trees take too long, so that only trees of fewer plies are searched
    _given_back: bool = False
    # evidence for the last case by the lenient depth rule
    _leniently: dict[str, Evidence[Any]] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """True while some charge is not refuted, and none of `enough` is."""
        return len(self.refuted) < len(self.charges) and not self.enough.intersection(self.refuted)

    @property
    def in_time(self) -> bool:
        """True before the time limit. The limit is extended while some charge has too few trees as evidence.

        The limit is not extended if there have been many trees, and none of them is evidence.
        """
        if not past(self.end):
            return True
        if past(self.end + self.patience):
            return False
        due = {each.contract.name for each in self.charges}.difference(self.refuted)
        few = any(self.evident.get(name, 0) < MANY_TREES for name in due)
        return few and (bool(self.evident) or self.trees < ENOUGH_TREES)

    @property
    def reduced(self) -> ReducedView | None:
        """The view by which values are judged, the same for all charges; None for the tree itself."""
        return self.charges[0].reduced if self.charges else None

    def violations(self, case: Case[Any]) -> Iterator[Violation]:
        """Yield the first violation of each charge that is not refuted yet, on this case.

        When it is exhausted, `_leniently` has the calls that needed deeper entries.
        """
        self._leniently = {}
        due = (each for each in self.charges if each.contract.name not in self.refuted and each.about(case))
        further_calls = self.trees % self.window_step == 0
        charges = [each for each in due if further_calls or each.contract.by_one_call]
        if not charges:
            return
        case = case.reduced_by(self.reduced)
        said = [each.contract.name for each in charges if each.decided_by(case)]
        deeper = any(each.deeper_entries for each in charges)
        outside = called = 0
        moves_known = True
        quickest = INF
        step = max(1, len(case.windows) // FEW_WINDOWS)
        late, waited = clock() + SLOW_CALLS * SLOW_CALL, cpu_delay()
        shared = self.window_step if len(case.windows) > self.window_step else 1
        for nth, window in enumerate(case.windows):
            if (nth + self.trees) % shared and window != FULL:
                continue
            started = perf_counter()
            if not charges or not self.in_time:
                return
            if window != FULL and all(each.full_window for each in charges):
                continue
            slow = self.hurried and (past(late) or (called >= FIRST_CALLS and quickest > SLOW_CALL))
            few = slow or len(case.leaves) > MOST_LEAVES
            if few and window != FULL and nth % step:
                continue
            evidence = call(self.search, case, nth, deeper_entries=deeper)
            called += 1
            if called <= FIRST_CALLS:
                quickest = min(quickest, _took(started, waited))
            if evidence.run.outside:
                outside += 1
                continue
            self.calls += 1
            moves_known &= evidence.run.move_known
            if isinstance(evidence.run.failure, Hang):
                self.outgrown = find_slow_growth(self.search, case.tree, window) or self.outgrown
                if not self.is_low(case):
                    self._give_back(started)
                    return
            if found := list(violations(evidence, charges)):
                broken = [violation.contract for violation in found]
                charges = [charge for charge in charges if charge.contract not in broken]
                yield from found
            if deeper:
                self._note_deeper_entries(evidence, charges)
            self._give_back(started)
        self.pace = max(self.pace, (len(case.leaves), quickest if called else 0.0))
        self.unnamed += not moves_known
        for name in said if outside < len(case.windows) else ():
            self.decided[name] = self.decided.get(name, 0) + 1
            self.evident[name] = self.evident.get(name, 0) + is_evidence(case)

    def _note_deeper_entries(self, evidence: Evidence[Any], charges: Iterable[Charge]) -> None:
        """Record the charges that only hold if deeper entries are allowed."""
        by_depth = [each for each in charges if each.contract.by_depth_rule]
        for violation in violations(evidence.exact_depth(), by_depth) if by_depth else ():
            self._leniently.setdefault(violation.contract.name, evidence)

    def _give_back(self, started: float) -> None:
        """Extend the time limit by the time since `started`, if that was long.

        This happens only once: the first timeout is free.
        """
        took = perf_counter() - started
        if took > HANGING and not self._given_back:
            self.end, self._given_back = self.end + took, True

    def is_low(self, case: Case[N]) -> bool:
        """False if the search is too slow for a tree of this height."""
        return self.outgrown is None or heights(case.tree, case.tree.root)[case.tree.root] < self.outgrown

    def has_time_for(self, case: Case[N]) -> bool:
        """False if a call on a tree of this size may take long, judging by smaller trees."""
        leaves, seconds = self.pace
        ratio = len(case.leaves) / leaves
        return seconds * ratio * sqrt(ratio) < SECONDS_WHEN_LARGER

    def judge(self, case: Case[N], tree: ExplicitTree[Number]) -> None:
        """Judge the case of `tree`; record what it refutes, and what only holds because deeper entries are allowed."""
        self.trees += any(charge.about(case) for charge in self.charges)
        for violation in list(self.violations(case)):
            self.refuted[violation.contract.name] = tree, witness(*violation)
            self.refuted_at[violation.contract.name] = self.trees
        for charge in self.charges:
            name = charge.contract.name
            if name not in self._leniently or name in self.refuted:
                continue
            if name in self.lenient:
                self.lenient[name].trees += 1
            else:
                self.lenient[name] = Lenience(tree, witness(charge.contract, self._leniently[name]))


def hunt(
    trials: Sequence[Trial],
    *,
    examples: int = 0,
    seed_number: int = 0,
    on_tree: Callable[[int], None] = lambda judged: None,
    drawn_from: Drawn | None = None,
    first: Iterable[ExplicitTree[Number]] = (),
    last: Iterable[ExplicitTree[Number]] = (),
) -> None:
    """Run the trials on the trees `first`, on that many drawn `examples`, and on the large trees `last`.

    Trees are drawn from `drawn_from`, or else from `trees()`. Only searches that are fast enough get large trees. A
    search is not called again once all its charges are refuted or its time is over. `on_tree` is called with the number
    of trees judged so far. An interrupt is passed on; the trials keep their results so far.
    """
    judged = 0

    def judge(tree: ExplicitTree[Number], *, large: bool = False) -> None:
        nonlocal judged
        if not any(trial.open and trial.in_time for trial in trials):
            raise OutOfTimeError
        judged += 1
        case = case_of_drawn(tree)
        for trial in trials:
            if trial.open and trial.is_low(case) and (not large or trial.has_time_for(case)):
                trial.judge(case, tree)
        on_tree(judged)

    with suppress(OutOfTimeError):  # drawing a tree takes time as well
        for tree in first:
            judge(tree)
        if examples:
            draw_each(trees() if drawn_from is None else drawn_from, judge, examples=examples, seed_number=seed_number)
        for tree in last:
            judge(tree, large=True)


def case_of_drawn(tree: ExplicitTree[Number]) -> Case[Any]:
    """The case of a drawn tree: unfolded, and cut if all nodes have static values.

    The root's static value decides the depth of the cut, from 1 to 4. Nothing else depends on that value, so shrinking
    does not change it.
    """
    if not tree.has_static_values:
        return case_of(unfolded(tree))
    static = tree.evaluate(tree.root)
    far = max(static, -static)
    return case_of(unfolded(tree, static_values=True), DEEPEST if far == INF else 1 + floor(far) % DEEPEST)


def first_violation(search: AnySearch, charge: Charge, tree: ExplicitTree[Number]) -> Witness | None:
    """The witness if `search` violates the charge on the case of `tree`; else None."""
    first = next(Trial(search, (charge,)).violations(case_of_drawn(tree)), None)
    return None if first is None else witness(*first)


def smallest_witness(
    search: AnySearch, charge: Charge, first: tuple[ExplicitTree[Number], Witness], *, seconds: float = INF
) -> Witness:
    """Shrink the witness `first` against a charge until no pass makes it smaller.

    Shrinking ends after a number of calls that most searches make well within `seconds`, so that the result does not
    depend on the speed of the machine. It ends after `seconds` in any case. If time runs out first, the witness is
    marked `unshrunk`. If a search gives different answers to the same call, the result is the last witness seen.
    """
    tree, last = first
    calls = 0
    end = clock() + seconds

    def called(*question: Any) -> Any:
        nonlocal calls
        calls += 1
        return search(*question)

    def failing(candidate: ExplicitTree[Number]) -> ExplicitTree[Number] | None:
        nonlocal last
        if calls > seconds * SHRINKING_CALLS_A_SECOND or past(end):
            raise OutOfTimeError
        try:
            found = first_violation(called, charge, candidate)
        except PreconditionError:  # the search does not accept such a tree
            return None
        last = found or last
        return None if found is None else candidate

    try:
        Shrinker(tree, failing, tree_size).shrink((take_a_small_tree, *TREE_PASSES))
    except OutOfTimeError:
        return structs.replace(last, unshrunk=past(end))
    return last


def smallest_lenience(search: AnySearch, charge: Charge, first: Lenience, *, seconds: float = INF) -> Lenience:
    """Find in a few tries a smaller tree than `first` on which the charge only holds if deeper entries are allowed."""
    last, end = first.witness, clock() + seconds
    if last.window == FULL:  # other windows need not be tried
        charge = replace(charge, full_window=True)

    def lenient(tree: ExplicitTree[Number]) -> bool:
        nonlocal last
        found = None if past(end) else lenience(search, charge, tree)
        last = found or last
        return found is not None

    tree = shrink_tree(first.tree, lenient, most_tries=LENIENCE_TRIES)
    return Lenience(tree, last, first.trees)


def lenience(search: AnySearch, charge: Charge, tree: ExplicitTree[Number]) -> Witness | None:
    """The call on the case of `tree`, if the charge only holds there because deeper entries are allowed; else None."""
    trial = Trial(search, (charge,))
    trial.judge(case_of_drawn(tree), tree)
    return next((each.witness for each in trial.lenient.values()), None)
