"""Plot a heat map: a row for each search, a column for each workload; cells show leaves relative to a baseline.

Searches with equal rows share a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log, nan
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import ALPHA_BETA, Comparison
from prunecheck.measure.ratios import by_workload
from prunecheck.plots.sheet import blank, shared_label, short, style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Yardstick: TypeAlias = Literal["alpha-beta", "fewest"]

CELL_WIDTH, CELL_HEIGHT = 0.5, 0.27  # inches
DARKEST: Final = 0.8  # the darkest shade, as a share of black
LIGHT: Final = 0.6  # darker cells have white numbers
NOTHING: Final = "–"  # noqa: RUF001 -- tables write this for a missing number
SAID: Final = {"alpha-beta": f"multiple of the leaves of {ALPHA_BETA}", "fewest": "multiple of the minimum"}


@dataclass(frozen=True, slots=True)
class Ratios:
    """The ratio of each search on each workload (NaN for a missing ratio), and the cells with wrong values."""

    searches: tuple[str, ...]
    workloads: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    wrong: frozenset[tuple[str, str]]


def ratios(comparison: Comparison, to: Yardstick) -> Ratios:
    """The leaves that each search evaluates on each workload, as a multiple of the baseline.

    For a search that failed with an error, the ratio to the baseline is NaN.
    """
    known: dict[tuple[str, str], float] = {}
    for side in by_workload(comparison):
        for cost in side.costs:
            plain = side.alpha_beta
            yardstick = cost.fewest_leaves if to == "fewest" else plain.counts.leaves if plain else 0
            if yardstick and not cost.error:
                known[cost.search, cost.workload] = cost.counts.leaves / yardstick
    searches = tuple(dict.fromkeys(cost.search for cost in comparison.costs))
    workloads = tuple(dict.fromkeys(cost.workload for cost in comparison.costs))
    rows = tuple(tuple(known.get((search, workload), nan) for workload in workloads) for search in searches)
    wrong = frozenset((cost.search, cost.workload) for cost in comparison.costs if not cost.right)
    return Ratios(searches, workloads, rows, wrong)


def merged(table: Ratios) -> Ratios:
    """The table of ratios. Searches share a row if they have the same ratio in each column."""
    alike: dict[object, list[str]] = {}
    for search, row in zip(table.searches, table.rows, strict=True):
        marks = tuple((search, workload) in table.wrong for workload in table.workloads)
        alike.setdefault((row, marks), []).append(search)
    rows = dict(zip(table.searches, table.rows, strict=True))
    labels = {names[0]: shared_label(names) for names in alike.values()}
    wrong = frozenset((labels[search], workload) for search, workload in table.wrong if search in labels)
    return Ratios(tuple(labels.values()), table.workloads, tuple(rows[first] for first in labels), wrong)


def written(ratio: float) -> str:
    """Write a ratio with about three digits; '0' and '1' are only written for exactly 0 and 1.

    >>> [written(each) for each in (0, 1, 1.0004, 0.5, 12.34, 345.6, 45678)]
    ['0', '1', '1.00', '0.50', '12.3', '346', '45,678']
    """
    if not isfinite(ratio):
        return NOTHING
    if ratio in (0, 1):
        return str(int(ratio))
    return f"{ratio:,.{0 if ratio >= 99.95 else 1 if ratio >= 9.995 else 2}f}"


def shades(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """The darkness of each cell; NaN for a cell without a ratio.

    Above a ratio of 0.5, darkness grows with the logarithm of the ratio.

    >>> shades([(0, 0.5, 1, 2)])
    [[0.0, 0.0, 0.4, 0.8]]
    """
    known = [ratio for row in rows for ratio in row if isfinite(ratio)]
    least = max(min(known), 0.5)
    steps = log(max(max(known) / least, 2)) / DARKEST
    return [[log(max(ratio, least) / least) / steps if isfinite(ratio) else nan for ratio in row] for row in rows]


def figure(comparison: Comparison, *, to: Yardstick = "alpha-beta") -> "Figure":
    """A heat map of leaf counts, divided by alpha-beta's count or by the minimum for a search without memory.

    Raises: PrunecheckError if `comparison` has no ratios, PreconditionError if matplotlib is not installed.
    """
    table = merged(ratios(comparison, to))
    searches, workloads, rows = table.searches, table.workloads, table.rows
    known = [ratio for row in rows for ratio in row if isfinite(ratio)]
    if not known:
        raise PrunecheckError(
            f"the comparison contains no search besides {ALPHA_BETA}; compare at least one other search"
        )
    width, height = CELL_WIDTH * len(workloads), CELL_HEIGHT * len(searches)
    whole_width, whole_height = width + 2.8, height + 2.1
    with style():
        drawn = blank(whole_width, whole_height)
        axes = drawn.add_axes((2.0 / whole_width, 0.3 / whole_height, width / whole_width, height / whole_height))
        # the hatching is visible in cells without a number
        axes.patch.set(facecolor="#ffffff", hatch="////", edgecolor="#bbbbbb")
        shade = shades(rows)
        axes.pcolormesh(shade, cmap="Greys", vmin=0, vmax=1, edgecolors="#ffffff", linewidth=1)
        for down, row in enumerate(rows):
            for across, ratio in enumerate(row):
                mark = "*" if (searches[down], workloads[across]) in table.wrong else ""
                axes.text(
                    across + 0.5,
                    down + 0.5,
                    written(ratio) + mark,
                    horizontalalignment="center",
                    verticalalignment="center_baseline",
                    fontsize=7.5,
                    color="#ffffff" if shade[down][across] > LIGHT else "#000000",
                )
        axes.set_ylim(len(searches), 0)
        axes.set_yticks([down + 0.5 for down in range(len(searches))], searches)
        axes.set_xticks([across + 0.5 for across in range(len(workloads))], [short(workload) for workload in workloads])
        axes.xaxis.tick_top()
        axes.tick_params(axis="both", length=0)
        for label in axes.get_xticklabels():
            label.set(rotation=45, horizontalalignment="left", verticalalignment="bottom", rotation_mode="anchor")
        for spine in axes.spines.values():
            spine.set_visible(False)
        remarks = [SAID[to], "the more a cell stands out, the more leaves"]
        remarks += ["* means a wrong value or an error"] if table.wrong else []
        axes.set_xlabel("; ".join(remarks))
    return drawn
