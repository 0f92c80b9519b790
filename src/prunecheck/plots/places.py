"""Plot which children cause cutoffs: for each child index, its share of all cutoffs.

With perfect move order, the first child causes every cutoff. If the first child only causes a small share of all
cutoffs, the search has a bad move order.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import ALPHA_BETA, Comparison, Cost
from prunecheck.plots.sheet import blank, shared_label, short, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CutOffs: TypeAlias = tuple[int, ...]

PERFECT: Final = "perfect order"
PLACES: Final = ("1st child", "2nd", "3rd", "4th", "5th or later")
FACES: Final = ("#3a3a3a", "#9a9a9a", "#d9d9d9", "#ffffff", "#ffffff")
HATCHES: Final = ("", "", "----", "////", "xxxx")
DARK: Final = 1  # the number of dark colours, which come first, and have white text
ROW, WIDTH, LEFT = 0.27, 9.0, 2.9  # inches
LEAST_SHOWN: Final = 0.055  # a smaller share has no room for a number


def figure(comparison: Comparison) -> "Figure":
    """A figure with two panels: each search on the workloads that all searches have, and alpha-beta on each workload.

    Raises: PrunecheckError if `comparison` has no costs, PreconditionError if matplotlib is not installed.
    """
    panels = _panels([cost for cost in comparison.costs if not cost.error])
    if not panels:
        raise PrunecheckError("the comparison has no costs to plot; compare at least one search on one workload")
    heights = [(len(rows) + 1) * ROW for rows in panels.values()]
    height = sum(heights) + 0.75 * len(panels) + 0.7
    with style():
        drawn = blank(WIDTH, height)
        top = height - 0.35
        for (title, rows), tall in zip(panels.items(), heights, strict=True):
            foot = top - tall
            axes = drawn.add_axes((LEFT / WIDTH, foot / height, 0.56, tall / height))
            _panel(axes, title, [(PERFECT, (1,)), *rows])
            top = foot - 0.75
        axes.set_xlabel("share of all cutoffs, by the index of the child that caused the cutoff", labelpad=6)
        axes.legend(loc="upper left", bbox_to_anchor=(0, -0.55 / tall), ncols=len(PLACES), frameon=False, fontsize=8)
    return drawn


def _panels(costs: Sequence[Cost]) -> dict[str, list[tuple[str, CutOffs]]]:
    """The rows of each panel, by the panel's title. A row consists of a label and the cutoffs by child index."""
    by_search: dict[str, dict[str, CutOffs]] = {}
    for cost in costs:
        by_search.setdefault(cost.search, {})[cost.workload] = cost.counts.cut_offs
    if not by_search:
        return {}
    found = {}
    shared = [name for name in next(iter(by_search.values())) if all(name in rows for rows in by_search.values())]
    if shared:
        pooled = {search: added(rows[name] for name in shared) for search, rows in by_search.items()}
        over = f"{len(shared)} workloads together" if len(shared) > 1 else f"on {short(shared[0])}"
        found[f"By search, {over}"] = merged_rows(pooled)
    plain = ALPHA_BETA if ALPHA_BETA in by_search else next(iter(by_search))
    if len(by_search[plain]) > 1 or not found:
        found[f"By workload, {short(plain)}"] = [(short(name), row) for name, row in by_search[plain].items()]
    return found


def merged_rows(rows: Mapping[str, CutOffs]) -> list[tuple[str, CutOffs]]:
    """Merge rows with equal cutoffs. The merged rows have the order in which they first occur in `rows`."""
    names: dict[CutOffs, list[str]] = {}
    for name, row in rows.items():
        names.setdefault(row, []).append(name)
    return [(shared_label(alike), row) for row, alike in names.items()]


def added(rows: Iterable[CutOffs]) -> CutOffs:
    """The sum of the cutoffs of several searches, by child index."""
    return tuple(map(sum, zip_longest(*rows, fillvalue=0)))


def shares(cut_offs: CutOffs) -> list[float]:
    """For each child index in `PLACES`, its share of all cutoffs. Without cutoffs, all shares are 0.

    >>> shares((3, 0, 0, 0, 1, 2))
    [0.5, 0.0, 0.0, 0.0, 0.5]
    """
    count = sum(cut_offs)
    last = len(PLACES) - 1
    by_place = [*cut_offs[:last], *[0] * (last - len(cut_offs)), sum(cut_offs[last:])]
    return [number / count if count else 0.0 for number in by_place]


def _panel(axes: "Axes", title: str, rows: Sequence[tuple[str, CutOffs]]) -> None:
    table = [shares(cut_offs) for _, cut_offs in rows]
    left = [0.0] * len(rows)
    for place, (name, face, hatch) in enumerate(zip(PLACES, FACES, HATCHES, strict=True)):
        widths = [row[place] for row in table]
        axes.barh(
            range(len(rows)),
            widths,
            left=left,
            height=0.78,
            color=face,
            hatch=hatch,
            edgecolor="#000000",
            linewidth=0.6,
            label=name,
        )
        for nth, width in enumerate(widths):
            if width >= LEAST_SHOWN:
                axes.text(
                    left[nth] + width / 2,
                    nth,
                    f"{width:.0%}",
                    horizontalalignment="center",
                    verticalalignment="center_baseline",
                    fontsize=7.5,
                    color="#ffffff" if place < DARK else "#000000",
                    bbox=None if not hatch else {"facecolor": "#ffffff", "edgecolor": "none", "pad": 0.8},
                )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    for nth, (name, cut_offs) in enumerate(rows):
        axes.text(1.015, nth, _count(name, sum(cut_offs)), verticalalignment="center_baseline", fontsize=8)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_title(title)


def _count(name: str, cut_offs: int) -> str:
    if name == PERFECT:
        return ""
    return f"{cut_offs:,} cutoff{'s' * (cut_offs > 1)}" if cut_offs else "no cutoffs"
