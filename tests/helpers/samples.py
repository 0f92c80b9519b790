"""Samples of random trees against what theory says of them, with the chance of a false alarm and the power stated.

Seeds are fixed, so a test passes always or never. A true expectation would have failed at 4.5 standard errors for one
choice of seeds in 150,000, if means of this size are normal. What is off by 9 standard errors passes as rarely, by 4.5
every other time.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import Any, Final

STANDARD_ERRORS: Final = 4.5
NOTICES: Final = 0.09  # the share of a mean that, if it is off by so much, is noticed all but surely
RAREST: Final = 20  # an outcome expected less often says nothing under the normal law


def standard_error(counts: Sequence[float]) -> float:
    """Of the mean of `counts`, from their own spread."""
    return stdev(counts) / sqrt(len(counts))


def errors_away(counts: Sequence[float], expected: float | Fraction, *, published_error: float = 0) -> float:
    """How many standard errors lie between the mean of `counts` and `expected`, which may have an error of its own."""
    error = hypot(standard_error(counts), published_error)
    off = abs(fmean(counts) - float(expected))
    return off / error if error else 0.0 if off == 0 else float("inf")


def check_mean(
    counts: Sequence[float], expected: float | Fraction, *, notices: float = NOTICES, published_error: float = 0
) -> None:
    """Assert that the mean is as expected, and that one off by the share `notices` would hardly have passed."""
    power = 2 * STANDARD_ERRORS * hypot(standard_error(counts), published_error)
    assert power <= notices * float(expected), f"too small a sample: {power / float(expected):.4f} would be noticed"
    away = errors_away(counts, expected, published_error=published_error)
    assert away <= STANDARD_ERRORS, f"mean {fmean(counts):.5f}, expected {float(expected):.5f}: {away:.1f} errors away"


def check_frequencies(found: Counter[Any], law: Mapping[Any, Fraction]) -> None:
    """Assert that each outcome is as frequent as the law says, and that none is found which the law excludes."""
    total = found.total()
    assert sum(law.values()) == 1
    assert found.keys() <= {outcome for outcome, chance in law.items() if chance}
    for outcome, chance in law.items():
        expected = float(total * chance)
        assert chance == 0 or expected >= RAREST, f"too small a sample for {outcome}"
        allowed = STANDARD_ERRORS * sqrt(expected * float(1 - chance))
        assert abs(found[outcome] - expected) <= allowed, f"{outcome} {found[outcome]} times, expected {expected:.1f}"
