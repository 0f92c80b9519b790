"""A row of a table: a published figure, our measurement, their difference, and the reason for the difference."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import floor, hypot, log10
from typing import Final, NamedTuple, TypeAlias

import msgspec

Figure: TypeAlias = int | float

DIGITS: Final = 6  # significant digits of a figure without a standard error
NEGLIGIBLE: Final = 5e-6  # relative differences up to this are lost in the printed digits


class Mean(NamedTuple):
    """A mean over random trees, and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class PlannedFigure:
    """A row before measuring: a published figure, its source, and a function that measures the figure.

    `quick` is True if measuring is fast.
    """

    what: str
    source: str
    theirs: Figure | Mean
    measure: Callable[[], Figure | Mean]
    reason: str
    quick: bool = True

    def row(self) -> "MeasuredFigure":
        """Measure the figure, and return the measured row."""
        theirs, their_error = _parts(self.theirs)
        ours, our_error = _parts(self.measure())
        return MeasuredFigure(self.what, self.source, theirs, their_error, ours, our_error, ours - theirs, self.reason)


class MeasuredFigure(msgspec.Struct, frozen=True):
    """A row of a table after measuring: a published figure, our figure, and the errors of both.

    Errors are standard errors; the error of an exact figure is 0. The difference is our figure minus the published
    figure.
    """

    what: str
    source: str
    theirs: Figure
    theirs_error: float
    ours: Figure
    ours_error: float
    difference: Figure
    reason: str

    @property
    def errors_away(self) -> float | None:
        """The difference of the two figures as a multiple of the difference's standard error.

        Returns None if both figures are exact.
        """
        error = hypot(self.theirs_error, self.ours_error)
        return self.difference / error if error else None

    def cells(self) -> dict[str, str]:
        """The row as text, by column."""
        return {
            "what": self.what,
            "source": self.source,
            "theirs": shown(self.theirs, self.theirs_error),
            "ours": f"{'measured ' if self.ours_error else ''}{shown(self.ours, self.ours_error)}",
            "difference": self._shown_difference(),
            "reason": self.reason,
        }

    def _shown_difference(self) -> str:
        share = self.difference / self.theirs
        where = "above" if share > 0 else "below"
        if self.errors_away is not None:
            return f"{_percent(share)} {where}, z {self.errors_away:+.1f}"
        if shown(self.ours) == shown(self.theirs):
            return "equal"
        if isinstance(self.difference, int):
            return f"{abs(self.difference):,} ({_percent(share)}) {where}"
        return f"{_percent(share)} {where}" if abs(share) >= NEGLIGIBLE else f"less than {100 * NEGLIGIBLE:g} %"


COLUMNS: Final = ("what", "source", "theirs", "ours", "difference", "reason")


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A published table: name, subject, and a function that makes its rows, because some figures must be computed."""

    name: str
    title: str
    source: str
    lines: Callable[[], Iterator[PlannedFigure]]


def shown(figure: Figure, error: float = 0.0) -> str:
    """A figure as text: integers in full, other figures with six digits.

    If the figure has a standard error `error`, the figure and the error are rounded to the second digit of the error.

    >>> shown(65599), shown(3.6666666667), shown(1234.5678, 0.123)
    ('65,599', '3.66667', '1,234.57 ± 0.12')
    """
    if isinstance(figure, int):
        return f"{figure:,}"
    if error:
        places = max(0, 1 - floor(log10(error)))
        return f"{figure:,.{places}f} ± {error:,.{places}f}"
    return f"{figure:,.{DIGITS}g}"


def _percent(share: float) -> str:
    return f"{100 * abs(share):,.{1 if abs(share) >= 0.1 else 2 if abs(share) >= 1e-4 else 4}f} %"


def _parts(figure: Figure | Mean) -> tuple[Figure, float]:
    return (figure.value, figure.error) if isinstance(figure, Mean) else (figure, 0.0)
