"""The phase that tries unusual leaf values, such as very large numbers, and finds the limit where a search fails.

The search is called on small trees whose leaf values are replaced without changing their order: by larger and larger
whole numbers, by values closer and closer together, by fractions, and by infinities. If results become wrong, bisection
finds the limit up to which they are right. This phase yields notes, and never makes a search fail. The phase is skipped
if the option `--domain` (other than `--domain whole`) says which values the search accepts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from prunecheck.contracts.case import case_of
from prunecheck.failures import Hang
from prunecheck.subjects.convention import Domain, NodeKind
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import simplest
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import (
    LEVELS_TOGETHER,
    LIMIT_NODES,
    LIMIT_SECONDS,
    LIMIT_SHRINKING_SECONDS,
    QUICK_EXAMPLES,
)
from prunecheck.verify.corpus import LARGE
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.hunt.drawn_trees import smallest_witness
from prunecheck.verify.judge import Charge, Violation, violations_on
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.phases.trees import FAILED, due_of, verdict_on
from prunecheck.verify.records import UnusualValues, ValueLimit
from prunecheck.verify.run import Phase, Run
from prunecheck.verify.shrink.shrinker import OutOfTimeError
from prunecheck.verify.shrink.tree_passes import tree_size

Plain: TypeAlias = ExplicitTree[Number]
Scale: TypeAlias = Callable[[int, int, int], Number]  # (level, rank from 0, number of ranks) -> value

# sizes beyond 16, 32 and 64 bits; they are odd, because floats represent powers of 2
SIZES: Final = (2**16 + 1, 2**32 + 1, 10**30 + 1)
# the smallest gap between two values is the distance from 1 to the next float
GAPS: Final = (1, 0.5, *(float(f"1e-{places}") for places in range(1, 16)), 2.0**-52)


class _Kind(NamedTuple):
    """One kind of unusual leaf values, such as large ones. A level is a number that says how unusual the values are.

    `start` is a level at which values are still usual. `tried` lists the levels at which values are unusual.
    """

    values: UnusualValues
    start: int
    tried: tuple[int, ...]
    scales: tuple[Scale, ...]
    sizes: Sequence[Number] = ()  # the size at each level; empty if the level itself is the size

    def size(self, level: int) -> Number:
        """The largest value at a level or, for values that are close together, the smallest difference between two."""
        return self.sizes[level] if self.sizes else level


def _negative(level: int, rank: int, _ranks: int) -> Number:
    return rank - level


def _positive(level: int, rank: int, ranks: int) -> Number:
    return level - (ranks - 1 - rank)


def _both_signs(level: int, rank: int, ranks: int) -> Number:
    return _negative(level, rank, ranks) if rank < ranks // 2 else _positive(level, rank, ranks)


def _close_to(middle: int) -> Scale:
    return lambda level, rank, ranks: middle + (rank - ranks // 2) * (GAPS[level] if rank != ranks // 2 else 0)


def _thirds(level: int, rank: int, ranks: int) -> Number:
    return simplest(Fraction(rank - ranks // 2, 3 if level else 1))


def _lost(level: int, rank: int, ranks: int) -> Number:
    return -INF if level and 2 * rank < ranks else rank - ranks // 2


def _won(level: int, rank: int, ranks: int) -> Number:
    return -_lost(level, ranks - 1 - rank, ranks)


def _lost_or_won(level: int, rank: int, ranks: int) -> Number:
    return _lost(level, rank, ranks) if 2 * rank < ranks else _won(level, rank, ranks)


WHOLE: Final = _Kind(UnusualValues.LARGE, LARGE, SIZES, (_negative, _positive, _both_signs))
CLOSE: Final = _Kind(
    UnusualValues.CLOSE, 0, (len(GAPS) - 1,), tuple(_close_to(middle) for middle in (0, 1, -1)), sizes=GAPS
)
FRACTIONS: Final = _Kind(UnusualValues.FRACTIONS, 0, (1,), (_thirds,), sizes=(1, Fraction(1, 3)))
INFINITE: Final = _Kind(UnusualValues.INFINITE, 0, (1,), (_lost, _won, _lost_or_won), sizes=(LARGE, INF))


@dataclass(frozen=True, slots=True)
class _Question:
    """A test: a tree with ranks (from 0) as leaf values, and a scale that converts ranks to values."""

    ranked: Plain
    scale: Scale

    @property
    def ranks(self) -> int:
        """The number of different ranks in the tree."""
        return 1 + int(max(self.ranked.leaf_values))

    def tree(self, level: int) -> Plain:
        """Make the tree to search: each rank is replaced by a leaf value that is as unusual as `level` says."""
        ranks = self.ranks
        return self.ranked.with_values(lambda rank: self.scale(level, int(rank), ranks))

    def windows(self, level: int) -> list[Window[Number]]:
        """The windows to search in: (-inf, inf), and (-inf, m), where m is a middle value, or (m, inf) if m is -inf."""
        middle = self.scale(level, self.ranks // 2, self.ranks)
        return [FULL, Window(-INF, middle) if middle > -INF else Window(middle, INF)]


@dataclass(frozen=True, slots=True)
class LimitFinder:
    """Finds unusual leaf values for which a search is wrong, if it is right for usual values.

    The search is judged by the contracts in `charges` until the time `end`, on the trees in `shapes`, which have ranks
    instead of leaf values.
    """

    search: AnySearch
    charges: Sequence[Charge]
    shapes: Sequence[Plain]
    end: float = INF
    on_kind: Callable[[int, int], None] = lambda done, total: None

    def limits(self) -> Iterator[ValueLimit]:
        """For each kind of unusual values, yield the limit beyond which the search is wrong, if there is one.

        If the search is wrong for large values, infinite values are not tried. If the search is wrong for values that
        differ by 0.5, fractions are not tried.
        """
        kinds = (WHOLE, INFINITE, CLOSE, FRACTIONS)
        implied: set[_Kind] = set()
        with suppress(OutOfTimeError):
            for nth, kind in enumerate(kinds):
                self.on_kind(nth, len(kinds))
                found = None if kind in implied else self._limit(kind)
                if found is not None:
                    yield found
                    implied |= {INFINITE} if kind is WHOLE else {FRACTIONS} if found.wrong == GAPS[1] else set()

    def _limit(self, kind: _Kind) -> ValueLimit | None:
        questions = [_Question(ranked, scale) for ranked in self.shapes for scale in kind.scales]
        right = kind.start
        for level in kind.tried:
            failing = []
            for question in questions:
                violation = self._violation(question, level)
                if violation and isinstance(violation.evidence.run.failure, Hang):  # further calls would take too long
                    return ValueLimit(kind.values, kind.size(right), kind.size(level), witness(*violation))
                failing += [question] if violation else []
            if failing and self._violation(failing[0], kind.start):
                return None  # the search fails by chance, or for another reason
            if failing:
                return self._between(kind, right, level, failing)
            right = level
        return None

    def _between(self, kind: _Kind, right: int, wrong: int, failing: list[_Question]) -> ValueLimit | None:
        """Find the limit between the level `right`, where all calls pass, and the level `wrong`, where calls fail."""
        found: tuple[_Question, int] = failing[0], wrong
        with suppress(OutOfTimeError):
            while failing:
                found = failing[0], self._first_wrong(failing[0], right, wrong)
                wrong = found[1] - 1
                failing = [question for question in failing if wrong > right and self._violation(question, wrong)]
            right = wrong
        smallest = self._witness(*found)
        return None if smallest is None else ValueLimit(kind.values, kind.size(right), kind.size(found[1]), smallest)

    def _first_wrong(self, asked: _Question, right: int, wrong: int) -> int:
        """Find the first level of unusual values at which a call fails.

        Bisect between a level where the call passes and a level where it fails. A level is treated as wrong if one of
        the next few levels is wrong, because rounding changes only some large whole numbers.
        """
        while wrong - right > 1:
            middle = (right + wrong) // 2
            in_a_row = range(middle, min(middle + LEVELS_TOGETHER, wrong))
            failing = next((level for level in in_a_row if self._violation(asked, level)), None)
            right, wrong = (middle, wrong) if failing is None else (right, failing)
        return wrong

    def _violation(self, asked: _Question, level: int) -> Violation | None:
        """Find the first contract violation with leaf values as unusual as `level` says.

        Raises: OutOfTimeError when the time is over.
        """
        if past(self.end):
            raise OutOfTimeError
        return self._first(asked.tree(level), asked.windows(level))

    def _first(self, tree: Plain, windows: list[Window[Number]]) -> Violation | None:
        case = case_of(unfolded(tree), None, windows)
        return next(violations_on(self.search, case, [charge for charge in self.charges if charge.about(case)]), None)

    def _witness(self, asked: _Question, level: int) -> Witness | None:
        """Make a counterexample: a small tree with leaf values as unusual as `level` says.

        Returns None if the call does not fail again.
        """
        tree = asked.tree(level)
        found = self._first(tree, asked.windows(level))
        if found is None:
            return None
        if isinstance(found.evidence.run.failure, Hang):
            return witness(*found)
        charge = next(due for due in self.charges if due.contract is found.contract)
        return smallest_witness(self.search, charge, (tree, witness(*found)), seconds=LIMIT_SHRINKING_SECONDS)


def ranked_shapes(trees: Iterable[Plain]) -> list[Plain]:
    """Replace the leaf values of small trees by ranks (from 0). Return the different ranked trees, smallest first.

    A tree is left out if some static value in it is not also a leaf value.

    >>> from prunecheck import from_nested
    >>> [str(tree) for tree in ranked_shapes([from_nested([[5, -3], 5]), from_nested([[7, 2], 7])])]
    ['[[1, 0], 1]']
    """
    small = [tree for tree in trees if len(tree) <= LIMIT_NODES and set(tree.values) <= {None, *tree.leaf_values}]
    found = {tree.with_values(sorted(set(tree.leaf_values)).index) for tree in small}
    return sorted(found, key=tree_size)


def _skip_limits(run: Run) -> str:
    """Say why unusual values are not tried, for example because the search has not passed; empty if they are tried."""
    subject, plan = run.subject, run.plan
    if run.user_input_or_claims:
        return run.user_input_or_claims
    if plan.outside_values:
        return plan.outside_values
    if subject.traits.node is NodeKind.OWN:
        return "the values are those of the search's own game"
    if subject.traits.numbers is not None:
        return "the program's reply to hello says which values it accepts"
    if subject.traits.limit is not None:
        return "a constant in its source code limits its values"
    if subject.traits.domain is not Domain.WHOLE:
        return "--domain says which values the search accepts"
    if plan.examples < QUICK_EXAMPLES:
        return f"fewer than {QUICK_EXAMPLES} trees are drawn"
    outcomes = {
        claim.outcome for row in run.rows for claim in verdict_on(run, row).claims if claim.contract in due_of(run, row)
    }
    if Outcome.REFUTED in outcomes:
        return FAILED
    return "some contracts are inconclusive" if Outcome.UNDECIDED in outcomes else ""


def _find_limits(run: Run) -> Run:
    """Find out for which large, close, fractional and infinite leaf values the search is wrong."""
    subject, row = run.subject, run.rows[0]
    due = due_of(run, row)
    finder = LimitFinder(
        subject.search,
        [charge for charge in row.judge.charges if charge.contract.name in due and charge.contract.by_one_call],
        ranked_shapes(run.plan.first),
        end=clock() + LIMIT_SECONDS,
        on_kind=partial(run.report, run.phase),
    )
    found = tuple(finder.limits())
    if not subject.traits.sees_leaves:
        found = tuple(structs.replace(limit, witness=structs.replace(limit.witness, leaves=())) for limit in found)
    return run.with_row(0, replace(row, limits=found))


VALUE_LIMITS: Final = Phase("value limits", _skip_limits, _find_limits)
