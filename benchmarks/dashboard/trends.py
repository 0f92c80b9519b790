"""The history of counts, seconds and bytes on one line each: how the mean changed from commit to commit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any, Final
from urllib.parse import quote

from benchmarks.dashboard.commits import Commit
from benchmarks.dashboard.measured import Measured

WIDTH, HEIGHT, MARGIN = 300, 40, 4  # size of a graph, in its own units
LEAST_RANGE: Final = 0.1  # least range of a graph, so that noise of a percent looks like a percent
COUNTS: Final = {"leaves": "leaves", "visited": "nodes visited"}


@dataclass(frozen=True, slots=True)
class Trend:
    """A measured quantity, its machine if that matters, and its mean at each commit, relative to the first one.

    None stands for a commit that was not measured, or at which benchmarks failed that had a value before. `failed` is
    true if this is so at the last measured commit.
    """

    what: str
    machine: str
    link: str
    means: tuple[float | None, ...]
    exact: bool
    failed: bool = False

    @property
    def change(self) -> str:
        """The change from the first to the last commit with a value, to a tenth of a percent if it is exact."""
        if self.failed:
            return "failed"
        known = [mean for mean in self.means if mean is not None]
        if len(known) == 1:
            return "one commit"
        if known[-1] == known[0]:
            return "unchanged"
        percent = 100 * (known[-1] / known[0] - 1)
        return f"{percent:+.1f} %" if self.exact else f"{percent:+.0f} %"

    @property
    def points(self) -> list[tuple[float, float]]:
        """The points of the graph, measured from the top left. Larger means have higher points."""
        known = [mean for mean in self.means if mean is not None]
        middle = (max(known) + min(known)) / 2
        reach = max(max(known) - min(known), LEAST_RANGE * middle) / 2
        step = (WIDTH - 2 * MARGIN) / max(len(self.means) - 1, 1)
        scale = (HEIGHT - 2 * MARGIN) / (2 * reach)
        return [
            (round(MARGIN + nth * step, 1), round(HEIGHT / 2 - (mean - middle) * scale, 1))
            for nth, mean in enumerate(self.means)
            if mean is not None
        ]


def trends(history: Sequence[Commit], measured: Measured) -> list[Trend]:
    """The trends: exact counts, then what asv measured for at least one of these commits, seconds before bytes."""
    found = []
    for count, words in COUNTS.items():
        at = [_counts(commit, count) for commit in history]
        if any(value is not None for values in at for value in values.values()):
            means = chained(at)
            found.append(Trend(words, "", f"counts.{count}", means, exact=True, failed=_ends_failed(at, means)))
    for series in sorted(
        measured.series, key=lambda series: (".time_" not in series.name, series.name, series.machine)
    ):
        by_commit = [series.by_commit.get(commit.name, {}) for commit in history]
        means = chained(by_commit)
        if any(mean is not None for mean in means):
            name = ".".join(series.name.split(".")[-2:])
            words = f"{'time' if '.time_' in series.name else 'peak memory'}: {name}"
            failed = _ends_failed(by_commit, means)
            found.append(Trend(words, series.machine, quote(series.name), means, exact=False, failed=failed))
    return found


def _counts(commit: Commit, count: str) -> dict[Any, float | None]:
    values = {entry: getattr(cost, count) for entry, cost in commit.committed.costs.items()}
    return {entry: value for entry, value in values.items() if value is not None} | dict.fromkeys(
        commit.committed.failed
    )


def _ends_failed(history: Sequence[Mapping[Any, float | None]], means: Sequence[float | None]) -> bool:
    """True if the last measured commit has no mean."""
    return next((mean is None for values, mean in zip(history[::-1], means[::-1], strict=True) if values), False)


def chained(history: Sequence[Mapping[Any, float | None]]) -> tuple[float | None, ...]:
    """The geometric mean of each commit relative to the first, over the rows shared with the last measured commit.

    Therefore, the mean does not change if benchmarks are added or removed. A commit at which a row failed (None) that
    had a value before has no mean: a mean over the other rows would hide the failure.

    >>> chained([{"a": 2.0, "b": 10.0}, {}, {"a": 4.0, "c": 1.0}, {"a": 4.0, "c": 1.0}])
    (1.0, None, 2.0, 2.0)
    >>> chained([{"a": 2.0, "b": 10.0}, {"a": 1.0, "b": None}, {"a": 4.0, "b": 20.0}])
    (1.0, None, 2.0)
    """
    found: list[float | None] = []
    mean, before = 1.0, None
    for row in history:
        failed = {key for key, value in row.items() if value is None}
        values = {key: value for key, value in row.items() if value is not None}
        if before is not None and failed & before.keys():
            values = {}
        if before is not None and values:
            ratios = [
                log(values[key] / before[key]) for key in before.keys() & values.keys() if before[key] * values[key]
            ]
            changed = [ratio for ratio in ratios if ratio]
            mean *= exp(sum(sorted(changed)) / len(ratios)) if changed else 1.0
        found.append(mean if values else None)
        before = values or before
    return tuple(found)
