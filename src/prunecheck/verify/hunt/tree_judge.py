"""Run a search on many trees: find a counterexample to each violated contract, and trees that take too long."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter
from typing import Any

from prunecheck.contracts.case import Case, ReducedView
from prunecheck.contracts.evidence import Evidence
from prunecheck.contracts.visits import LAWS
from prunecheck.failures import Hang
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.sandbox.time_limits import clock, cpu_delay, past
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import (
    ENOUGH_TREES,
    FEW_WINDOWS,
    FIRST_CALLS,
    HANGING,
    HANGING_FACTOR,
    LONG,
    MANY_TREES,
    MOST_LEAVES,
    SECONDS_WHEN_LARGER,
    SLOW_CALL,
    SLOW_CALLS,
    TALL,
)
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.judge import Charge, Violation, call, violations


def is_evidence(case: Case[N]) -> bool:
    """True if the root has grandchildren. On smaller trees, even most wrong searches return right values."""
    tree = case.tree
    return not tree.is_terminal(tree.root) and not all(map(tree.is_terminal, tree.children(tree.root)))


@dataclass(slots=True)
class Lenience:
    """A call that satisfies a contract only if values from deeper table entries are allowed.

    `trees` is the number of trees on which a call is only right if values from deeper table entries are allowed.
    """

    tree: ExplicitTree[Number]
    witness: Witness
    trees: int = 1


class _Pace:
    """How long a search takes on one tree.

    If the calls are slow, or if the tree has many leaves, the tree is searched in fewer windows.
    """

    def __init__(self, case: Case[Any], *, hurried: bool) -> None:
        self.calls = 0
        self.quickest = INF  # seconds of the quickest of the first calls
        self._hurried = hurried
        self._large = len(case.leaves) > MOST_LEAVES
        self._step = max(1, len(case.windows) // FEW_WINDOWS)
        self._late = clock() + SLOW_CALLS * SLOW_CALL
        self._waited = cpu_delay()

    def skips(self, nth: int, window: Window[Number]) -> bool:
        """True if, to save time, the tree is not searched in window number `nth`."""
        slow = self._hurried and (past(self._late) or (self.calls >= FIRST_CALLS and self.quickest > SLOW_CALL))
        return (slow or self._large) and window != FULL and nth % self._step > 0

    def called(self, started: float) -> None:
        """Record the duration of a call that began at the time `started`.

        If the call took long, the time in which other processes used the processor is subtracted.
        """
        self.calls += 1
        if self.calls > FIRST_CALLS:
            return
        seconds = perf_counter() - started
        if seconds > SLOW_CALL:
            seconds -= perf_counter() - clock() - self._waited
        self.quickest = min(self.quickest, seconds)


@dataclass(slots=True)
class TreeJudge:
    """A search, the contracts to judge it by (its charges), and the first counterexample to each violated contract."""

    search: AnySearch
    charges: tuple[Charge, ...]
    trees: int = 0
    calls: int = 0
    refuted: dict[str, tuple[ExplicitTree[Number], Witness]] = field(default_factory=dict)
    refuted_at: dict[str, int] = field(default_factory=dict)  # contract -> the number of the tree that refuted it
    enough: frozenset[str] = frozenset()
    end: float = INF  # the end of the time limit, as a time of `clock`
    patience: float = 0.0  # extra seconds, used if too few trees have exercised some contract when time is over
    hurried: bool = True  # True if the search is slow, and so is only called in a few windows
    # every n-th window is searched, besides the full one; contracts that need more calls are judged on every n-th tree
    window_step: int = 1
    decided: dict[str, int] = field(default_factory=dict)  # contract -> number of cases that can decide it
    evident: dict[str, int] = field(default_factory=dict)  # contract -> number of these cases that are evidence
    lenient: dict[str, Lenience] = field(default_factory=dict)
    pace: tuple[int, float] = 1, 0.0  # the leaves of the largest case, and the seconds of a call on it
    entries: int = 0  # number of table entries that the calls showed
    unnamed: int = 0  # number of cases with a move that could not be judged
    too_slow_from: int | None = None  # trees of this height or more take too long and are not searched
    out_of_time: bool = False  # True if more trees would have been searched in more time
    _given_back: bool = False
    # contract -> evidence from the last case, if its call needed deeper entries
    _leniently: dict[str, Evidence[Any]] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """True as long as more trees are needed.

        More trees are needed if some contract is not refuted yet, and none of the contracts in `enough` is refuted.

        If `enough` contains contracts on values, the contracts on pruning in `enough` are ignored, since it is more
        important to find a wrong value than an extra leaf.
        """
        ends = self.enough.difference(LAWS) or self.enough
        return len(self.refuted) < len(self.charges) and not ends.intersection(self.refuted)

    @property
    def in_time(self) -> bool:
        """True until the time for checking the search is over.

        The time is extended if too few trees have tested some contract. It is not extended if many trees have been
        searched, but none of them could test any contract.
        """
        if not past(self.end):
            return True
        if past(self.end + self.patience):
            return False
        due = {charge.contract.name for charge in self.charges}.difference(self.refuted)
        few = any(self.evident.get(name, 0) < MANY_TREES for name in due)
        return few and (bool(self.evident) or self.trees < ENOUGH_TREES)

    @property
    def reduced(self) -> ReducedView | None:
        """The function that removes from a tree the parts that the search skips on purpose.

        The value is None if the contracts judge the search by the whole tree.
        """
        return self.charges[0].reduced if self.charges else None

    def violations(self, case: Case[Any]) -> Iterator[Violation]:
        """Run the search on the tree of `case`, and yield the first violation of each contract.

        Contracts that are already refuted are skipped.

        Calls whose results are right only if values from deeper table entries are allowed are stored in `_leniently`.
        """
        self._leniently = {}
        charges = self._due(case)
        if not charges:
            return
        case = case.reduced_by(self.reduced)
        able = [charge.contract for charge in charges if charge.decided_by(case)]
        tested = set[str]()
        deeper = any(charge.deeper_entries for charge in charges)
        pace = _Pace(case, hurried=self.hurried)
        moves_known = True
        for nth, window in self._windows(case):
            started = perf_counter()
            if not charges or not self.in_time:
                return
            if pace.skips(nth, window) or (window != FULL and all(charge.full_window for charge in charges)):
                continue
            evidence = call(self.search, case, nth, deeper_entries=deeper)
            pace.called(started)
            if evidence.run.outside:
                continue
            self.calls += 1
            moves_known &= evidence.run.move_known
            self.entries += len(evidence.run.table or ())
            tested.update(contract.name for contract in able if contract.is_tested_by(evidence))
            if isinstance(evidence.run.failure, Hang):
                self.too_slow_from = find_slow_growth(self.search, case.tree, window) or self.too_slow_from
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
        self.pace = max(self.pace, (len(case.leaves), pace.quickest if pace.calls else 0.0))
        self.unnamed += not moves_known
        for name in tested:
            self.decided[name] = self.decided.get(name, 0) + 1
            self.evident[name] = self.evident.get(name, 0) + is_evidence(case)

    def _due(self, case: Case[Any]) -> list[Charge]:
        """The contracts (charges) that are not refuted yet, and that a search of this tree can violate."""
        further_calls = self.trees % self.window_step == 0
        due = (charge for charge in self.charges if charge.contract.name not in self.refuted and charge.about(case))
        return [charge for charge in due if further_calls or charge.contract.by_one_call]

    def _windows(self, case: Case[N]) -> Iterator[tuple[int, Window[Number]]]:
        """Choose the windows in which to search a tree, with their indices: (-inf, inf), and some other windows."""
        shared = self.window_step if len(case.windows) > self.window_step else 1
        for nth, window in enumerate(case.windows):
            if window == FULL or (nth + self.trees) % shared == 0:
                yield nth, window

    def _note_deeper_entries(self, evidence: Evidence[Any], charges: Iterable[Charge]) -> None:
        """Record the contracts that a call only satisfies if values from deeper table entries are allowed."""
        by_depth = [charge for charge in charges if charge.contract.by_depth_rule]
        for violation in violations(evidence._replace(deeper=False), by_depth) if by_depth else ():
            self._leniently.setdefault(violation.contract.name, evidence)

    def _give_back(self, started: float) -> None:
        """Extend the time for checking the search by the time that has passed since `started`, if this was long.

        If the time were not extended, a single call that times out could use up all the time for checking the search.
        The time is extended once at most.
        """
        took = perf_counter() - started
        if took > HANGING and not self._given_back:
            self.end, self._given_back = self.end + took, True

    def is_low(self, case: Case[N]) -> bool:
        """False if calls on trees as tall as this one have been too slow."""
        return self.too_slow_from is None or heights(case.tree, case.tree.root)[case.tree.root] < self.too_slow_from

    def has_time_for(self, case: Case[N]) -> bool:
        """False if a call on this tree will probably take too long, judging by calls on smaller trees."""
        leaves, seconds = self.pace
        ratio = len(case.leaves) / leaves
        return seconds * ratio * sqrt(ratio) < SECONDS_WHEN_LARGER

    def judge(self, case: Case[N], tree: ExplicitTree[Number]) -> None:
        """Run the search on `case`, which was made from `tree`, and judge the results.

        Record the contracts that the search violates, and the contracts that it only satisfies if values from deeper
        table entries are allowed.
        """
        counted = any(charge.about(case) for charge in self.charges)
        self.trees += counted
        try:
            found = list(self.violations(case))
        except KeyboardInterrupt:
            self.trees -= counted
            raise
        for violation in found:
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


def find_slow_growth(search: AnySearch, tree: Tree[N, Number], window: Window[Number] = FULL) -> int | None:
    """Find the tree depth at which calls become too slow, if the reason is that their time grows with the depth.

    The search is called on taller and taller subtrees, until a call exceeds the time limit. If the previous call, on a
    smaller subtree, took more than a twentieth of the time limit, the time grows with the depth. The result is None if
    the search is slow for another cause, for example if it hangs on every tree, or if the tree has only a few plies.
    """
    tall = heights(tree, tree.root)
    if tall[tree.root] < TALL:
        return None
    took, quick = 0.0, 0
    for node in reversed(_tallest_line(tree, tall)):
        before, began = took, perf_counter()
        answer = _comes_back(search, tree, node, window)
        took = perf_counter() - began
        if not answer:
            return quick + 1 if HANGING_FACTOR * before > took else None
        if took < LONG:
            quick = tall[node]
    return None


def _tallest_line(tree: Tree[N, Number], tall: dict[N, int]) -> list[N]:
    """The nodes on the longest path from the root to a leaf."""
    line = [tree.root]
    while not tree.is_terminal(line[-1]):
        line.append(max(tree.children(line[-1]), key=tall.__getitem__))
    return line


def _comes_back(search: AnySearch, tree: Tree[N, Number], node: N, window: Window[Number]) -> bool:
    try:
        search(recorded(tree), node, window.alpha, window.beta)
    except SubjectError as failed:
        return not isinstance(failed.failure, Hang)
    except Exception:  # an error also shows that the search does not hang
        return True
    return True
