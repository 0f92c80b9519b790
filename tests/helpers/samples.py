"""Compare samples of random trees with theory; the power and the false-alarm rate of each test are known.

Seeds are fixed, so a test passes always or never. If means of this size are normally distributed, a true expectation
fails (at 4.5 standard errors) for one choice of seeds in 150,000. An expectation that is wrong by 9 standard errors
passes equally rarely; one that is wrong by 4.5 passes every other time.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import Any, Final

STANDARD_ERRORS: Final = 4.5
NOTICES: Final = 0.09  # relative error of a mean that is detected almost certainly
RAREST: Final = 20  # the normal approximation fails for outcomes that are expected less often


def standard_error(counts: Sequence[float]) -> float:
    """The standard error of the mean of `counts`, estimated from their spread."""
    return stdev(counts) / sqrt(len(counts))


def errors_away(counts: Sequence[float], expected: float | Fraction, *, published_error: float = 0) -> float:
    """The distance between the mean of `counts` and `expected`, which may have its own error, in standard errors."""
    error = hypot(standard_error(counts), published_error)
    off = abs(fmean(counts) - float(expected))
    return off / error if error else 0.0 if off == 0 else float("inf")


def check_mean(
    counts: Sequence[float], expected: float | Fraction, *, notices: float = NOTICES, published_error: float = 0
) -> None:
    """Assert that the mean is as expected, and that a relative error of `notices` would have failed."""
    power = 2 * STANDARD_ERRORS * hypot(standard_error(counts), published_error)
    assert power <= notices * float(expected), f"too small a sample: {power / float(expected):.4f} would be noticed"
    away = errors_away(counts, expected, published_error=published_error)
    assert away <= STANDARD_ERRORS, f"mean {fmean(counts):.5f}, expected {float(expected):.5f}: {away:.1f} errors away"


def check_frequencies(found: Counter[Any], law: Mapping[Any, Fraction]) -> None:
    """Assert that each outcome is as frequent as the law says, and that no excluded outcome occurs."""
    total = found.total()
    assert sum(law.values()) == 1
    assert found.keys() <= {outcome for outcome, chance in law.items() if chance}
    for outcome, chance in law.items():
        expected = float(total * chance)
        assert chance == 0 or expected >= RAREST, f"too small a sample for {outcome}"
        allowed = STANDARD_ERRORS * sqrt(expected * float(1 - chance))
        assert abs(found[outcome] - expected) <= allowed, f"{outcome} {found[outcome]} times, expected {expected:.1f}"
