"""Growth with depth: the cost of one more ply, compared with the theory of uniform trees.

N(d) is the number of leaves that a search evaluates at depth d, a mean over several trees. It is compared with four
numbers from theory: b**d, all leaves; N(b, d), alpha-beta's mean for independent leaves; Pearl's limit, its effective
branching factor as d grows; and the fewest leaves, b**ceil(d/2) + b**floor(d/2) - 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from prunecheck.measure.comparison import Growth
from prunecheck.theory.uniform import expected_leaves, fewest_leaves, most_leaves

MOST, EXPECTED, FEWEST = "b^d", "N(b, d)", "fewest"
REFERENCES: Final[dict[str, Callable[[int, int], float]]] = {
    MOST: most_leaves,
    EXPECTED: expected_leaves,
    FEWEST: fewest_leaves,
}


@dataclass(frozen=True, slots=True)
class Rate:
    """Leaves at one depth, and three effective branching factors; None if the depths for a factor are missing.

    `from_last` is N(d) / N(d - 1); `two_ply` is sqrt(N(d) / N(d - 2)), which does not alternate between odd and even
    depths; `root` is the d-th root of N(d).
    """

    depth: int
    leaves: float
    from_last: float | None
    two_ply: float | None
    root: float | None


def rates(depths: Sequence[int], leaves: Sequence[float]) -> tuple[Rate, ...]:
    """For each depth, the effective branching factors for these leaves.

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
    """The effective branching factors of a search."""
    return rates(growth.depths, growth.leaves)


def reference_rates(reference: str, branching: int, depths: Sequence[int]) -> tuple[Rate, ...]:
    """The effective branching factors of b^d, N(b, d) or the fewest leaves."""
    return rates(depths, [REFERENCES[reference](branching, depth) for depth in depths])
