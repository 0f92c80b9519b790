"""Counts by name, their ratios to the counts of minimax and alpha-beta, and their growth with depth.

N(d) is the mean number of leaves that a search evaluates at depth d. Counts are compared with four numbers from theory:

- b**d is the number of all leaves.
- N(b, d) is the mean number of leaves that alpha-beta evaluates if leaf values are independent.
- Pearl's limit is the number which alpha-beta's effective branching factor approaches as d grows.
- b**ceil(d/2) + b**floor(d/2) - 1 is the minimum number of leaves.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

from prunecheck.errors import UnknownNameError
from prunecheck.measure.comparison import ALPHA_BETA, ANY_PLAYERS, BASELINE, Comparison, Cost, Growth
from prunecheck.measure.counts import Counts
from prunecheck.theory.uniform import expected_leaves, fewest_leaves, most_leaves

COUNTS: Final = ("leaves", "distinct_leaves", "interior", "visited", "cut_offs", "researches")


def count_named(name: str) -> str:
    """The standard name of a count, such as `leaves` or `cut_offs`.

    `name` may be in upper or lower case, and have '-' for '_'. Raises: UnknownNameError if no count has this name.
    """
    plain = name.strip().lower().replace("-", "_")
    if plain not in COUNTS:
        raise UnknownNameError("count", name, COUNTS)
    return plain


def amount(counts: Counts, count: str) -> int:
    """The count with this name, as one number. For cutoffs, the result is the sum over all child indices.

    >>> amount(Counts(leaves=3, distinct_leaves=3, interior=3, cut_offs=(1, 2), researches=0), "cut_offs")
    3
    """
    if count == "cut_offs":
        return sum(counts.cut_offs)
    number = getattr(counts, count)
    assert isinstance(number, int)
    return number


def ratio(number: float, other: float | None) -> float | None:
    """`number` as a multiple of `other`. Returns None if `other` is None or 0."""
    return number / other if other else None


def geometric_mean(ratios: Iterable[float]) -> float:
    """The geometric mean of ratios. For example, the mean of 0.5 and 2 is 1.

    >>> round(geometric_mean([0.5, 2, 1]), 9)
    1.0
    """
    logs = [log(quotient) for quotient in ratios]
    return exp(sum(logs) / len(logs))


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The costs of all searches on one workload, minimax and alpha-beta included if they succeeded."""

    workload: str
    costs: tuple[Cost, ...]

    @property
    def minimax(self) -> Cost | None:
        """The cost of minimax, which evaluates every leaf."""
        return self._cost(BASELINE)

    @property
    def alpha_beta(self) -> Cost | None:
        """The cost of alpha-beta, in a version that does not need players to alternate."""
        return self._cost(ALPHA_BETA) or self._cost(ANY_PLAYERS)

    def to_minimax(self, cost: Cost, count: str) -> float | None:
        """A count as a multiple of minimax's count. Returns None if minimax's count is 0 or missing."""
        return _against(cost, self.minimax, count)

    def to_alpha_beta(self, cost: Cost, count: str) -> float | None:
        """A count as a multiple of alpha-beta's count. Returns None if alpha-beta's count is 0 or missing."""
        return _against(cost, self.alpha_beta, count)

    def _cost(self, search: str) -> Cost | None:
        return next((cost for cost in self.costs if cost.search == search and not cost.error), None)


def _against(cost: Cost, baseline: Cost | None, count: str) -> float | None:
    return None if baseline is None else ratio(amount(cost.counts, count), amount(baseline.counts, count))


def by_workload(comparison: Comparison) -> tuple[SideBySide, ...]:
    """The costs of all searches for each workload, in the order in which the workloads were measured."""
    found: dict[str, list[Cost]] = {}
    for cost in comparison.costs:
        found.setdefault(cost.workload, []).append(cost)
    return tuple(SideBySide(workload, tuple(costs)) for workload, costs in found.items())


MOST, EXPECTED, FEWEST = "b^d", "N(b, d)", "fewest"
REFERENCES: Final[dict[str, Callable[[int, int], float]]] = {
    MOST: most_leaves,
    EXPECTED: expected_leaves,
    FEWEST: fewest_leaves,
}


@dataclass(frozen=True, slots=True)
class Rate:
    """The mean number of leaves, N(d), at one depth d, and three effective branching factors.

    A branching factor is None if it needs the leaves of a depth that was not measured.

    `from_last` is N(d) / N(d - 1); `two_ply` is sqrt(N(d) / N(d - 2)), which, unlike `from_last`, does not go up and
    down between odd and even depths; `root` is the d-th root of N(d).
    """

    depth: int
    leaves: float
    from_last: float | None
    two_ply: float | None
    root: float | None


def rates(depths: Sequence[int], leaves: Sequence[float]) -> tuple[Rate, ...]:
    """For each depth, the effective branching factors that follow from `leaves`, the mean number of leaves by depth.

    >>> [(each.from_last, each.two_ply, each.root) for each in rates([2, 3, 4], [16, 32, 256])]
    [(None, None, 4.0), (2.0, None, 3.1748021039363987), (8.0, 4.0, 4.0)]
    """
    known = dict(zip(depths, leaves, strict=True))
    found = []
    for depth, here in known.items():
        last, before = known.get(depth - 1), known.get(depth - 2)
        found.append(
            Rate(
                depth,
                here,
                here / last if last else None,
                sqrt(here / before) if before else None,
                here ** (1 / depth) if depth else None,
            )
        )
    return tuple(found)


def growth_rates(growth: Growth) -> tuple[Rate, ...]:
    """The effective branching factors of a search at each depth."""
    return rates(growth.depths, growth.leaves)


def reference_rates(reference: str, branching: int, depths: Sequence[int]) -> tuple[Rate, ...]:
    """The effective branching factors that follow from a formula for the number of leaves.

    `reference` names the formula: b^d (all leaves), N(b, d) (alpha-beta's mean) or the minimum number of leaves.
    """
    return rates(depths, [REFERENCES[reference](branching, depth) for depth in depths])
