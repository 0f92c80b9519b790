"""Plot, for each depth, the ratio of SCOUT's mean number of leaves to alpha-beta's, in the forward model.

No search is run: both means are computed by formulas. A ring marks the depth from which SCOUT evaluates fewer leaves
than alpha-beta.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from prunecheck.plots.lines import End, label_ends, looks
from prunecheck.plots.sheet import blank, style
from prunecheck.theory.forward import leaves_by_depth_forward, scout_wins_from

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 8.6, 4.6
MODELS: Final = ((2, 2), (2, 3), (2, 10), (3, 5))  # (children, values)
DEEPEST: Final = 36  # plies
RING: Final[dict[str, Any]] = {"marker": "o", "markersize": 13, "markerfacecolor": "none", "linestyle": ""}


def ratios(branching: int, values: int, depth: int = DEEPEST) -> list[float]:
    """For each depth from 1 to `depth`, SCOUT's mean number of evaluations as a multiple of alpha-beta's.

    >>> [round(ratio, 3) for ratio in ratios(2, 2, 3)]
    [1.062, 1.125, 1.123]
    """
    scout = leaves_by_depth_forward(branching, depth, values, "scout")
    alpha_beta = leaves_by_depth_forward(branching, depth, values)
    return [mine / its for mine, its in zip(scout[1:], alpha_beta[1:], strict=True)]


def figure(models: Sequence[tuple[int, int]] = MODELS) -> "Figure":
    """A figure with one line for each branching factor and number of leaf values.

    Raises: PreconditionError if matplotlib is not installed.
    """
    depths = range(1, DEEPEST + 1)
    with style():
        drawn = blank(WIDTH, HEIGHT)
        axes = drawn.add_axes((0.08, 0.11, 0.6, 0.78))
        axes.axhline(1.0, color="#cfcfcf", linewidth=5.0, label="_as many leaves")
        ends = []
        for (branching, values), look in zip(models, looks(len(models)), strict=True):
            heights = ratios(branching, values)
            label = f"{branching} children, {values} values"
            axes.plot(
                depths,
                heights,
                color=look.colour,
                linestyle=look.style,
                marker=look.marker,
                linewidth=1.2,
                markersize=4,
                label=label,
            )
            crossed = scout_wins_from(branching, DEEPEST, values)
            if crossed is not None:
                axes.plot([crossed], [heights[crossed - 1]], color="#000000", label=f"_from {crossed}", **RING)
            said = "" if crossed is None else f": from depth {crossed}"
            ends.append(End(DEEPEST, heights[-1], f"{label}{said}", look.colour))
        axes.set_xlim(0, DEEPEST + 0.5)
        axes.set_xticks(range(0, DEEPEST + 1, 4))
        axes.yaxis.set_major_formatter("{x:.1f}")
        axes.grid(visible=True)
        axes.set_xlabel("depth of the tree")
        axes.set_ylabel("evaluations of SCOUT / of alpha-beta")
        axes.set_title("Forward model; rings: from this depth on, SCOUT makes fewer evaluations than alpha-beta")
        label_ends(axes, ends)
    return drawn
