"""Plot the number of leaves that searches evaluate, by move order quality: how often the best child comes first.

A band extends from the minimum to the maximum over the measured trees; the line in the band is the mean.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Final

from prunecheck.errors import PrunecheckError
from prunecheck.measure.ordering_quality import OrderingQuality
from prunecheck.plots.lines import LEADER, End, label_ends, looks, merged
from prunecheck.plots.sheet import blank, style
from prunecheck.theory.uniform import expected_leaves, fewest_leaves, most_leaves

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 8.6, 4.8
LIMITS: Final = (
    ("minimax: all leaves", most_leaves, "-"),
    ("the minimum, in the best order", fewest_leaves, (0, (0.6, 0.8))),
)
LIMIT_COLOUR, BAND = "#555555", 0.1


def figure(measured: Sequence[OrderingQuality]) -> "Figure":
    """A figure with a curve for each search; all trees must have the same branching and depth.

    Raises: PrunecheckError if there are no searches or if the trees differ in size; PreconditionError if matplotlib is
    not installed.
    """
    shapes = {(quality.branching, quality.depth) for quality in measured}
    if len(shapes) != 1:
        raise PrunecheckError(
            f"this plot needs trees of a single shape, but these trees have {len(shapes)} shapes; choose one shape"
        )
    ((branching, depth),) = shapes
    with style():
        drawn = blank(WIDTH, HEIGHT)
        axes = drawn.add_axes((0.09, 0.11, 0.58, 0.76))
        axes.set_yscale("log")
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(fewest_leaves(branching, depth) * 0.8, most_leaves(branching, depth) * 1.25)
        ends = [*_limits(axes, branching, depth), *_lines(axes, measured)]
        axes.yaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_minor_formatter("{x:,.0f}")
        axes.tick_params(axis="y", which="minor", labelsize=7)
        axes.grid(visible=True)
        axes.set_xlabel("probability that the best child of a node comes first")
        axes.set_ylabel("leaves evaluated")
        trees = len(measured[0].leaves[0])
        axes.set_title(
            f"Leaves by ordering quality: uniform trees, {branching} children, {depth} plies\n"
            f"lines: means of {trees} trees; bands: from the fewest to the most leaves",
            fontsize=9,
        )
        label_ends(axes, ends)
    return drawn


def _limits(axes: "Axes", branching: int, depth: int) -> list[End]:
    ends = []
    for label, leaves, dashes in LIMITS:
        height = leaves(branching, depth)
        axes.axhline(height, color=LIMIT_COLOUR, linewidth=2.2, linestyle=dashes, label=label)
        ends.append(End(1.0, height, f"{label}: {height:,}", LIMIT_COLOUR))
    chance, leaves_read = 1 / branching, expected_leaves(branching, depth)
    axes.plot(
        [chance],
        [leaves_read],
        color="#000000",
        marker="+",
        markersize=16,
        markeredgewidth=1.2,
        linestyle="",
        label="N(b, d)",
        zorder=4,
    )
    axes.annotate(
        f"random order:\nN({branching}, {depth}) = {leaves_read:,.1f}",
        (chance, leaves_read),
        (-52, -92),
        textcoords="offset points",
        arrowprops={**LEADER, "shrinkB": 8},
    )
    return ends


def _lines(axes: "Axes", measured: Sequence[OrderingQuality]) -> list[End]:
    ends = []
    by_name = {ordering_quality.search: ordering_quality for ordering_quality in measured}
    lines = merged({name: _flat(ordering_quality) for name, ordering_quality in by_name.items()})
    records = {_flat(ordering_quality): ordering_quality for ordering_quality in measured}
    for (label, values), look in zip(lines, looks(len(lines)), strict=True):
        quality = records[values]
        means = [fmean(leaves) for leaves in quality.leaves]
        least, most = [min(leaves) for leaves in quality.leaves], [max(leaves) for leaves in quality.leaves]
        axes.fill_between(
            quality.probabilities,
            least,
            most,
            color=look.colour,
            alpha=BAND,
            linewidth=0,
        )
        for edge in (least, most):
            axes.plot(
                quality.probabilities, edge, color=look.colour, linestyle=look.style, linewidth=0.5, label="_edge"
            )
        axes.plot(
            quality.probabilities,
            means,
            color=look.colour,
            linestyle=look.style,
            marker=look.marker,
            linewidth=1.2,
            markersize=5,
            label=label,
        )
        ends.append(End(quality.probabilities[-1], means[-1], label, look.colour))
    return ends


def _flat(quality: OrderingQuality) -> tuple[float, ...]:
    """All numbers measured for a search, in one tuple.

    If the numbers of two searches are equal, the searches share a curve.
    """
    return (*quality.probabilities, *(leaves for row in quality.leaves for leaves in row))
