"""The window (alpha, beta) of a search, and lists of windows in which a search can return different results."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any, Generic

from prunecheck.errors import WindowError
from prunecheck.trees.protocol import INF, Number, V_co
from prunecheck.trees.values import is_nan, point_between, show


@dataclass(frozen=True)  # no slots: `Window[Number](...)` sets an attribute
class Window(Generic[V_co]):
    """The open interval (alpha, beta): if the minimax value lies in the interval, a search must return it exactly.

    Both ends are exclusive, and from MAX's point of view. Raises: WindowError if alpha is not less than beta.

    >>> Window(3, 5)
    Window(3, 5)
    >>> Window(5, 5)
    Traceback (most recent call last):
    prunecheck.errors.WindowError: window (5, 5) is empty: alpha must be below beta
    """

    alpha: V_co
    beta: V_co

    def __post_init__(self) -> None:
        """Check that alpha < beta."""
        if is_nan(self.alpha) or is_nan(self.beta):
            raise WindowError(f"window {self} has a NaN end; use a number or an infinity")
        try:
            proper = self.alpha < self.beta
        except TypeError:
            raise WindowError(f"window {self}: the two ends cannot be compared; use two values of one type") from None
        if not proper:
            raise WindowError(f"window {self} is empty: alpha must be below beta")

    def __str__(self) -> str:
        """The usual notation: (-inf, 3)."""
        return f"({show(self.alpha)}, {show(self.beta)})"

    @property
    def words(self) -> str:
        """The window as text for a report. The full window is written as a phrase, other windows as two numbers."""
        return "full window" if (self.alpha, self.beta) == (-INF, INF) else f"window {self}"

    def __repr__(self) -> str:
        """The window as a Python expression."""
        return f"Window({self.alpha!r}, {self.beta!r})"


FULL: Window[Number] = Window(-INF, INF)


def is_right(found: Number, truth: Number, alpha: Number, beta: Number) -> bool:
    """True if the value `found` equals `truth`, or if both lie on the same side of the window, where a bound is enough.

    >>> is_right(3, 5, 0, 2), is_right(3, 5, 0, 4)
    (True, False)
    """
    return found == truth or (found <= alpha and truth <= alpha) or (found >= beta and truth >= beta)


_LOW, _HIGH = Fraction(1, 4), Fraction(3, 4)


def order_distinct_windows(values: Iterable[Number]) -> tuple[Window[Number], ...]:
    """One window for each way to place alpha and beta among `values`. The full window comes first.

    For a search that only compares values, any other window is equivalent to one of the windows returned. Each end of a
    window equals a value, or lies in a gap: below all values, between two values, or above all values. For k different
    finite values, the result has 2k^2 + 2k + 1 windows.

    >>> [str(window) for window in order_distinct_windows([0])]
    ['(-inf, inf)', '(-inf, -1)', '(-inf, 0)', '(0, inf)', '(1, inf)']
    """
    return _cached_windows(tuple(sorted(set(values))), whole=False)


def windows_of_same_kind(
    values: Iterable[Number], *, most: int | None = None, shift: float = 0
) -> tuple[Window[Number], ...]:
    """One window for each way to place alpha and beta among leaf `values`, at whole numbers if all values are whole.

    The full window comes first. If there are more than `most` windows, the result is an evenly spaced sample of the
    windows; a different `shift` (0 to 1) gives a different sample.

    If all values are whole numbers, so are the ends of the windows. A search of integers may rely on whole numbers, for
    example if it searches the window (alpha, alpha + 1). Nothing is lost with whole window ends: among whole values, an
    alpha of 0.25 is the same as 0, and a beta of 0.75 the same as 1. Ends may also be infinite. Infinite `values` add
    no windows.

    >>> [str(window) for window in windows_of_same_kind([0, 1])][3:]
    ['(-inf, 1)', '(0, inf)', '(1, inf)', '(2, inf)', '(0, 1)']
    >>> [str(window) for window in windows_of_same_kind([0, 0.5])][-1]
    '(0.125, 0.5)'
    """
    every = tuple(values)  # a set keeps only one of equal values such as 0 and 0.0
    whole = all(isinstance(value, int) or value in (INF, -INF) for value in every)
    return _cached_windows(tuple(sorted(set(every))), whole=whole, most=most, shift=shift)


def _cached_windows(points: tuple[Number, ...], **how: Any) -> tuple[Window[Number], ...]:
    types = tuple(map(type, points))  # 0.5 and Fraction(1, 2) are equal, but their windows differ
    return _windows(points, types, **how)


@lru_cache(maxsize=4096)  # random trees have few different values, so most calls repeat
def _windows(
    points: tuple[Number, ...], _: tuple[type, ...], *, whole: bool, most: int | None = None, shift: float = 0
) -> tuple[Window[Number], ...]:
    ends = _ends_of_windows(points, whole=whole)
    if most is not None and len(ends) > most:
        step = len(ends) / most
        ends = [ends[int((nth + (shift if nth else 0)) * step)] for nth in range(most)]
    return tuple([Window(alpha, beta) for alpha, beta in ends])


def _ends_of_windows(points: tuple[Number, ...], *, whole: bool) -> list[tuple[Number, Number]]:
    """The ends of windows, one for each way to place alpha and beta among `points`, widest windows first."""
    if not points:
        return [(-INF, INF)]
    alphas: list[Number] = []  # both in ascending order; alphas[i] and betas[i] are at the same place
    betas: list[Number] = []
    if points[0] > -INF:
        alphas.append(-INF)
        betas.append(_ends_between(-INF, points[0], whole=whole)[1])
    for low, high in zip(points, [*points[1:], INF], strict=True):
        alphas.append(low)
        betas.append(low)
        if low < high and not (whole and high == low + 1):
            alpha, beta = _ends_between(low, high, whole=whole)
            alphas.append(alpha)
            betas.append(INF if low == points[-1] else beta)
    one_end: list[tuple[Number, Number]] = [(-INF, beta) for beta in betas if -INF < beta < INF]
    one_end += [(alpha, INF) for alpha in alphas if -INF < alpha < INF]
    two_ends = [(alpha, beta) for i, alpha in enumerate(alphas) if alpha > -INF for beta in betas[i:] if beta < INF]
    return [(-INF, INF), *one_end, *[(alpha, beta) for alpha, beta in two_ends if alpha < beta]]


def _ends_between(low: Number, high: Number, *, whole: bool) -> tuple[Number, Number]:
    """An alpha and a beta in the gap between `low` and `high`.

    If `whole` is True, alpha and beta are whole numbers; they are equal if only one whole number lies in the gap.
    """
    alpha, beta = point_between(low, high, _LOW), point_between(low, high, _HIGH)
    return (max(floor(alpha), low + 1), min(ceil(beta), high - 1)) if whole else (alpha, beta)
