"""Plot growth curves: the leaves that searches evaluate in a uniform tree model, by depth, and the theoretical values.

Broad lines show theoretical values, and thin lines with markers show measurements, so that both kinds of lines are
visible if they overlap.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import Comparison, Growth
from prunecheck.plots.lines import Dashes, End, label_ends, looks, merged
from prunecheck.plots.sheet import blank, style
from prunecheck.theory.uniform import expected_leaves, fewest_leaves, most_leaves, pearl_branching

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Limit: TypeAlias = Callable[[int], float]

ROADS: Final[tuple[tuple[str, Callable[[int, int], float], Limit, Dashes], ...]] = (  # limit: factor per ply
    ("all leaves: b^d", most_leaves, float, "-"),
    ("random order: N(b, d)", expected_leaves, pearl_branching, (0, (3, 0.6))),
    ("best order: the minimum", fewest_leaves, sqrt, (0, (0.9, 0.6))),
)
ROAD, ROAD_WIDTH, ROAD_NAME = "#cfcfcf", 5.0, "#555555"
# in inches: width and height of the axes, space for names to the right, space below
PANEL, HEIGHT, BESIDE, BETWEEN = 4.6, 3.9, 4.2, 1.0


def figure(comparison: Comparison) -> "Figure":
    """A figure with one panel for each model and branching factor that was compared.

    Raises: PrunecheckError if the comparison has no measurements by depth, PreconditionError if matplotlib is not
    installed.
    """
    panels: dict[tuple[str, int], list[Growth]] = {}
    for growth in comparison.growth:
        if growth.depths:
            panels.setdefault((growth.model, growth.branching), []).append(growth)
    if not panels:
        raise PrunecheckError(
            "the comparison does not show how leaves grow with depth; first run compare with --growth"
        )
    width, height = PANEL + BESIDE, len(panels) * (HEIGHT + BETWEEN)
    with style():
        drawn = blank(width, height)
        for below, ((model, branching), curves) in enumerate(reversed(panels.items())):
            foot = below * (HEIGHT + BETWEEN) + BETWEEN / 2
            axes = drawn.add_axes((0.7 / width, foot / height, PANEL / width, HEIGHT / height))
            _panel(axes, model, branching, curves)
    return drawn


def _panel(axes: "Axes", model: str, branching: int, growth: Sequence[Growth]) -> None:
    depths = sorted({depth for row in growth for depth in row.depths})
    ends = []
    for label, leaves, limit, dashes in ROADS:
        heights = [leaves(branching, depth) for depth in depths]
        axes.plot(
            depths, heights, color=ROAD, linewidth=ROAD_WIDTH, linestyle=dashes, dash_capstyle="butt", label=label
        )
        ends.append(End(depths[-1], heights[-1], f"{label}, x {limit(branching):.3g} a ply", ROAD_NAME))
    measured = {row.search: (*row.depths, *row.leaves) for row in growth}
    lines = merged(measured)
    for (label, values), look in zip(lines, looks(len(lines)), strict=True):
        half = len(values) // 2
        at, leaves_read = values[:half], values[half:]
        axes.plot(
            at,
            leaves_read,
            color=look.colour,
            linestyle=look.style,
            marker=look.marker,
            linewidth=1.2,
            markersize=5,
            label=label,
        )
        ends.append(End(at[-1], leaves_read[-1], label, look.colour))
    axes.set_yscale("log")
    axes.set_xticks(depths)
    axes.set_xlim(depths[0] - 0.2, depths[-1] + 0.2)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.minorticks_off()
    axes.grid(visible=True)
    axes.set_xlabel("depth d")
    axes.set_ylabel("leaves evaluated")
    trees = max(row.trees for row in growth)
    axes.set_title(
        f"{model}, {branching} children; {f'means of {trees} trees' if trees > 1 else 'one tree'} of each depth"
    )
    label_ends(axes, ends)
