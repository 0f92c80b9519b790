"""Line styles for curves that can be told apart without colour, and names at the ends of curves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final, TypeAlias

from prunecheck.errors import PrunecheckError
from prunecheck.plots.sheet import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Dashes: TypeAlias = str | tuple[int, tuple[float, ...]]

COLOURS: Final = ("#000000", "#0060a8", "#b03a00", "#006b4f")  # all are dark enough to be legible in grey
STYLES: Final[tuple[Dashes, ...]] = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)), (0, (9, 2)))
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "<", "*")
# the number of pairs of style and marker; all pairs occur, since the numbers of styles and of markers are coprime
MOST: Final = len(STYLES) * len(MARKERS)
LINE, LETTERS, SIZE = 0.155, 40, 8.5  # a label's line height in inches, most letters per line, and font size
LEADER: Final = {"arrowstyle": "-", "linewidth": 0.6, "color": "#767676"}  # style of the line from a name to its curve


@dataclass(frozen=True, slots=True)
class Look:
    """The style of a curve in a plot: dashes and marker."""

    colour: str
    style: Dashes
    marker: str


@dataclass(frozen=True, slots=True)
class End:
    """The right end of a curve in a plot, and the name to write there."""

    x: float
    y: float
    label: str
    colour: str


def looks(count: int) -> list[Look]:
    """Return `count` different line styles: dashes and marker.

    Raises: PrunecheckError if there are fewer styles.
    """
    if count > MOST:
        raise PrunecheckError(f"{count} different lines are too many for one plot; choose at most {MOST} searches")
    return [
        Look(COLOURS[nth % len(COLOURS)], STYLES[nth % len(STYLES)], MARKERS[nth % len(MARKERS)])
        for nth in range(count)
    ]


def merged(curves: Mapping[str, Sequence[float]]) -> list[tuple[str, tuple[float, ...]]]:
    """Merge equal curves. Each curve comes with the names of all its searches; the curve that ends highest comes first.

    >>> merged({"f2": (1, 3), "minimax": (2, 4), "fail_soft": (1, 3)})
    [('minimax', (2, 4)), ('f2, fail_soft', (1, 3))]
    """
    names: dict[tuple[float, ...], list[str]] = {}
    for name, values in curves.items():
        names.setdefault(tuple(values), []).append(short(name))
    found = [(", ".join(alike), values) for values, alike in names.items()]
    return sorted(found, key=lambda row: row[1][-1], reverse=True)


def label_ends(axes: "Axes", ends: Iterable[End]) -> None:
    """Write the name of each curve to the right of its end, without overlap. The axis limits must already be set."""
    high = axes.bbox.height / axes.figure.dpi  # height in inches
    line = LINE / high
    rows = []
    for end in ends:
        _, spot = axes.transAxes.inverted().transform(axes.transData.transform((end.x, end.y)))
        text = "\n".join(wrap(end.label, LETTERS))
        rows.append((float(spot), (text.count("\n") + 1) * line, text, end))
    rows.sort(key=lambda row: row[0])
    spots = spread([(spot, height) for spot, height, _, _ in rows], 0.0, 1.0)
    for (_, _, text, end), spot in zip(rows, spots, strict=True):
        axes.annotate(
            text,
            (end.x, end.y),
            (1.09, spot),
            xycoords="data",
            textcoords="axes fraction",
            verticalalignment="center",
            annotation_clip=False,
            color=end.colour,
            fontsize=SIZE,
            linespacing=1.1,
            arrowprops={**LEADER, "relpos": (0, 0.5), "shrinkA": 2, "shrinkB": 4},
        )


def spread(wanted: Sequence[tuple[float, float]], low: float, high: float) -> list[float]:
    """The centres of text boxes, from bottom to top, moved apart if the boxes would overlap at the wanted centres.

    If there is enough room for all boxes, the centres lie between `low` and `high`.

    >>> spread([(0.5, 0.25), (0.5, 0.25), (2.0, 0.25)], 0, 1)
    [0.375, 0.625, 0.875]
    """
    tall = sum(height for _, height in wanted)
    groups: list[tuple[float, float, int]] = []  # (centre, total height, number) of boxes that touch
    for place, height in wanted:
        groups.append((_inside(place, height, low, max(high, low + tall)), height, 1))
        while len(groups) > 1:
            (lower, below, some), (upper, above, more) = groups[-2:]
            if upper - lower >= (below + above) / 2:
                break
            centre = (lower * some + upper * more) / (some + more)
            groups[-2:] = [(_inside(centre, below + above, low, max(high, low + tall)), below + above, some + more)]
    found = []
    heights = iter([height for _, height in wanted])
    for centre, together, count in groups:
        foot = centre - together / 2
        for _ in range(count):
            height = next(heights)
            found.append(foot + height / 2)
            foot += height
    return found


def _inside(centre: float, height: float, low: float, high: float) -> float:
    return min(max(centre, low + height / 2), high - height / 2)
