"""The window (alpha, beta) of a search, an open interval; and all windows that a set of values distinguishes."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic

from prunecheck.errors import WindowError
from prunecheck.trees.protocol import INF, Number, V_co
from prunecheck.trees.values import is_nan, point_between, show


@dataclass(frozen=True)  # no slots: `Window[Number](...)` sets an attribute
class Window(Generic[V_co]):
    """The open interval in which a search must return the exact value; alpha and beta are MAX's and exclusive.

    Raises: WindowError unless alpha < beta.

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
            raise WindowError(f"window {self}: its ends do not compare; use two values of one kind") from None
        if not proper:
            raise WindowError(f"window {self} is empty: alpha must be below beta")

    def __str__(self) -> str:
        """The usual notation: (-inf, 3)."""
        return f"({show(self.alpha)}, {show(self.beta)})"

    def __repr__(self) -> str:
        """A call that makes it again, if the ends' own repr does."""
        return f"Window({self.alpha!r}, {self.beta!r})"


FULL: Window[Number] = Window(-INF, INF)

_LOW, _HIGH = Fraction(1, 4), Fraction(3, 4)


def order_distinct_windows(values: Iterable[Number]) -> tuple[Window[Number], ...]:
    """One window for each way in which its two ends can lie among `values`, the full window first.

    To a search that only compares values, all other windows look like one of these. An end lies on a value or in a gap:
    below all, between two, above all. k finite values make 2k + 1 such places, so there are k (2k + 1) windows between
    two places and k + 1 that lie inside one gap.

    >>> [str(window) for window in order_distinct_windows([0])]
    ['(-inf, inf)', '(-inf, -1)', '(-inf, 0)', '(0, inf)', '(1, inf)']
    """
    return _windows(tuple(sorted(set(values))))


@lru_cache(maxsize=4096)  # drawn trees have few values, and mostly the same
def _windows(points: tuple[Number, ...]) -> tuple[Window[Number], ...]:
    if not points:
        return (FULL,)
    alphas: list[Number] = []  # in order; alphas[i] and betas[i] lie at the same place
    betas: list[Number] = []
    if points[0] > -INF:
        alphas.append(-INF)
        betas.append(point_between(-INF, points[0], _HIGH))
    for low, high in zip(points, [*points[1:], INF], strict=True):
        alphas.append(low)
        betas.append(low)
        if low < high:
            alphas.append(point_between(low, high, _LOW))
            betas.append(INF if low == points[-1] else point_between(low, high, _HIGH))
    ends = {(alphas[i], betas[j]) for i in range(len(alphas)) for j in range(i, len(betas)) if alphas[i] < betas[j]}
    ends.add((-INF, INF))
    widest_first = sorted(ends, key=lambda pair: ((pair[0] != -INF) + (pair[1] != INF), pair))
    return tuple(Window(alpha, beta) for alpha, beta in widest_first)
