"""Draw a number line that explains a cutoff: alpha, which MAX can already reach, and beta, to which MIN can limit MAX.

Source: the article with number lines, text 003 in docs/sources.md.
"""

from xml.etree.ElementTree import Element

from prunecheck.report.glyphs import brief
from prunecheck.report.layout import fit_text, text_width
from prunecheck.report.svg import INK, PAPER, Attribute, Point, line, piece, write
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.walk import place
from prunecheck.verify.explain.trace import NodeTrace, NodeWindow, Path

WIDTH, HEIGHT = 380.0, 142.0
SIZE = 11.0
LEFT, RIGHT = 18.0, WIDTH - 18.0  # ends of the line
ALPHA_ROW, BETA_ROW, AXIS = 62.0, 92.0, 112.0  # distances from the top
ARROW, RING = 5.0, 3.0


def draw(parent: Element, corner: Point, node: NodeTrace, window: NodeWindow, title: str) -> None:
    """Draw a number line that shows why `node` causes a cutoff: the window for its remaining children is empty.

    `corner` is the upper left corner.
    """
    group = piece(parent, "g", class_="number-line", transform="translate({:.2f} {:.2f})".format(*corner))
    piece(group, "rect", width=WIDTH, height=HEIGHT, fill="none", stroke=INK, stroke_width=0.6)
    player = "MAX" if node.is_max else "MIN"
    head = f"{title}, at {place(node.path)}, {player} to move"
    write(group, fit_text(head, 1.1 * SIZE, RIGHT - LEFT), LEFT, 18.0, SIZE, text_anchor="start", font_weight="bold")
    write(group, fit_text(_reason(node, window), SIZE, RIGHT - LEFT), LEFT, 34.0, SIZE, text_anchor="start")
    before = node.window
    at = _spots({before.alpha, before.beta, window.alpha, window.beta})
    alpha, beta = at[window.alpha], at[window.beta]
    for spot, row in ((alpha, ALPHA_ROW), (beta, BETA_ROW)):
        line(group, [(spot, row), (spot, AXIS)], stroke_width=0.7, stroke_dasharray="1 2")
    _label(group, f"above α = {_origin(window.alpha, window.alpha_from)}", RIGHT, ALPHA_ROW, "end")
    _label(group, f"below β = {_origin(window.beta, window.beta_from)}", LEFT, BETA_ROW, "start")
    if not before.empty and node.is_max:
        _arrow(group, at[before.alpha], alpha - RING, ALPHA_ROW, stroke_dasharray="2 3")
    elif not before.empty:
        _arrow(group, at[before.beta], beta + RING, BETA_ROW, stroke_dasharray="2 3")
    _ray(group, alpha, RIGHT, ALPHA_ROW)
    _ray(group, beta, LEFT, BETA_ROW)
    line(group, [(LEFT, AXIS), (RIGHT, AXIS)])
    for value, spot in at.items():
        line(group, [(spot, AXIS - 4), (spot, AXIS + 4)])
        write(group, brief(value), spot, AXIS + 17, SIZE)


def _reason(node: NodeTrace, window: NodeWindow) -> str:
    """A sentence that names the value that makes the window empty."""
    before, alpha, beta = node.window, brief(window.alpha), brief(window.beta)
    nothing = f"no value > {alpha} and < {beta}"
    if before.empty:
        return f"α ≥ β on arrival: {nothing}"
    if node.is_max:
        return f"{alpha} raises α from {brief(before.alpha)}: {nothing}"
    return f"{beta} lowers β from {brief(before.beta)}: {nothing}"


def _origin(value: Number, source: Path | None) -> str:
    return brief(value) + ("" if source is None else f" from {place(source)}")


def _spots(values: set[Number]) -> dict[Number, float]:
    """Compute the position of each value on the number line.

    The values are in ascending order and evenly spaced, and infinities are at the ends.
    """
    finite = sorted(values - {INF, -INF})
    step = (RIGHT - LEFT) / (len(finite) + 1)
    return {-INF: LEFT, INF: RIGHT} | {value: LEFT + step * nth for nth, value in enumerate(finite, 1)}


def _label(group: Element, text: str, x: float, row: float, anchor: str) -> None:
    """Write text above a row of the drawing, on a background that hides the strokes behind the text."""
    text = fit_text(text, SIZE, RIGHT - LEFT)
    width = text_width(text, SIZE)
    left = x if anchor == "start" else x - width
    piece(group, "rect", x=left, y=row - 8 - SIZE, width=width, height=SIZE + 4, fill=PAPER)
    write(group, text, x, row - 7, SIZE, text_anchor=anchor)


def _ray(group: Element, start: float, end: float, row: float) -> None:
    """Draw a ray for all values on one side of a bound.

    The ray starts with an open circle, since the values on the ray do not include the bound itself.
    """
    if start != end:
        _arrow(group, start, end, row, stroke_width=2.4)
    piece(group, "circle", cx=start, cy=row, r=RING, fill=PAPER, stroke=INK, stroke_width=1.4)


def _arrow(group: Element, start: float, end: float, row: float, **look: Attribute) -> None:
    back = ARROW if start > end else -ARROW
    line(group, [(start, row), (end, row)], **look)
    line(group, [(end + back, row - ARROW / 1.5), (end, row), (end + back, row + ARROW / 1.5)])
