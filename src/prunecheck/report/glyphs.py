"""Draw nodes, edges and the legend of a tree, so that they can be told apart without colours."""

from collections.abc import Callable, Sequence
from math import hypot
from typing import Final, Literal, TypeAlias
from xml.etree.ElementTree import Element

from prunecheck.report.layout import shorten, text_width
from prunecheck.report.svg import INK, LIGHT, PAPER, Attribute, Point, line, piece, write
from prunecheck.report.tree_words import STATUS, proved
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.counterexamples import LeafStatus
from prunecheck.verify.explain.trace import NodeTrace, Path, VisitKind

Kind: TypeAlias = Literal["max", "min", "leaf"]

HEIGHT: Final = 30.0  # height of a node
STROKE, STROKE_GAP = 7.0, 2.6  # the two strokes that mark a cutoff: half their length, half the gap between them
BROAD: Final = 4.5  # width of the strokes of the best line
POINT: Final = 5.0  # width by which a leaf extends to the left and right
MOST_LETTERS: Final = 10  # longer numbers are shortened to this many characters; the tooltip has the whole number
MOST_STEPS, LAST_STEPS = 6, 4  # a path with more moves is shortened to this many moves
LEFT_OUT: Final = {VisitKind.CUT, VisitKind.CUT_WITH}


def kind_of(node: NodeTrace) -> Kind:
    """Say whether a node is a leaf, a MAX node or a MIN node."""
    if not node.children and node.hidden is None:
        return "leaf"
    return "max" if node.is_max else "min"


def shape(parent: Element, kind: Kind, status: LeafStatus | None, at: Point, width: float) -> None:
    """Draw a square for MAX, a circle for MIN or a hexagon for a leaf, centred at `at`.

    The outline shows `status`: whether the search evaluated the node, and whether that was right.
    """
    x, y = at
    outline: dict[str, Attribute] = {"fill": PAPER, "stroke": INK, "stroke_width": 1.4}
    if status is None:
        outline |= {"stroke": LIGHT, "stroke_width": 1.0, "stroke_dasharray": "2 3"}
    elif status is LeafStatus.MISSED:
        outline |= {"stroke_width": 2.4, "stroke_dasharray": "6 4"}
    elif status is LeafStatus.SAVED:
        outline |= {"stroke_dasharray": "9 3 2 3"}
    looks = [outline]
    if status is LeafStatus.UNNECESSARY:  # drawn as a white line in the middle of a broad black one
        looks = [outline | {"stroke_width": 6.0}, {"fill": "none", "stroke": PAPER, "stroke_width": 2.6}]
    for look in looks:
        if kind == "leaf":
            tip, slope, half = width / 2, width / 2 - 2 * POINT, HEIGHT / 2
            corners = [(-tip, 0.0), (-slope, -half), (slope, -half), (tip, 0.0), (slope, half), (-slope, half)]
            piece(parent, "polygon", points=" ".join(f"{x + dx:.2f},{y + dy:.2f}" for dx, dy in corners), **look)
        else:
            size = {"width": width, "height": HEIGHT, "rx": HEIGHT / 2 if kind == "min" else 0.0}
            piece(parent, "rect", x=x - width / 2, y=y - HEIGHT / 2, **size, **look)


def edge(
    parent: Element, entry: VisitKind, corners: Sequence[Point], slope: tuple[Point, Point], *, best: bool = False
) -> None:
    """Draw the edge from a node's parent to the node, along the points `corners`.

    On the principal variation, the edge is broad. At a cutoff, two short strokes cross `slope`, the sloping part of the
    edge.
    """
    if entry is VisitKind.MISSED:
        line(parent, corners, stroke_width=BROAD if best else 2.4, stroke_dasharray="6 4")
    elif entry is VisitKind.SAVED:
        line(parent, corners, stroke_width=BROAD if best else 1.4, stroke_dasharray="9 3 2 3")
    elif entry in {VisitKind.ENTERED, VisitKind.NOT_CUT, VisitKind.UNSEEN}:
        line(parent, corners, stroke_width=BROAD if best else 1.4)
    else:
        line(parent, corners, stroke=LIGHT, stroke_width=BROAD if best else 1.2, stroke_dasharray="4 3")
    if entry in LEFT_OUT:
        (left, top), (right, foot) = slope
        length = hypot(right - left, foot - top)
        across, down = STROKE * (foot - top) / length, STROKE * (left - right) / length  # at right angles to the edge
        for half_gap in (-STROKE_GAP, STROKE_GAP):
            share = 0.5 + half_gap / length
            x, y = left + (right - left) * share, top + (foot - top) * share
            line(parent, [(x - across, y - down), (x + across, y + down)], stroke_width=2.2)


def brief(value: Number) -> str:
    """Format a number in few characters, for a picture."""
    return shorten(show(value), MOST_LETTERS)


def value_text(node: NodeTrace) -> str:
    """The text in a node: for a leaf, the leaf's value.

    For an interior node, the text is the bounds that the evaluated leaves prove for the node's value, if any.
    """
    return proved(node, brief, least="≥", most="≤") if node.value is None else brief(node.value)


def labels_above(node: NodeTrace, number: int | None, position: str) -> list[str]:
    """The labels above a node: the path from the root, the name of the position, and the window.

    At a cutoff, the label shows that alpha >= beta in place of the window.

    `number` is the number of the cutoff's number line in the picture, or None if the cutoff has no number line. If it
    is unknown which leaves were evaluated, there is no label for the window.
    """
    labels = ([_short_path(node.path)] if node.path else []) + ([f"position {position}"] if position else [])
    if node.entry is VisitKind.UNSEEN:
        return labels
    alpha, beta = brief(node.window.alpha), brief(node.window.beta)
    sign = "≥" if node.window.empty else "<"
    if node.entry in {VisitKind.CUT, VisitKind.NOT_CUT}:
        word = node.entry.value if number is None else f"{node.entry.value} {number}"
        return [*labels, word, f"α = {alpha}", f"{sign} β = {beta}"]
    if not node.path or (
        kind_of(node) != "leaf" and node.entry in {VisitKind.ENTERED, VisitKind.MISSED, VisitKind.SAVED}
    ):
        return [*labels, f"({alpha}, {beta})"]
    return labels


def _short_path(path: Path) -> str:
    """Format the path to a node for a picture: the last moves only, since the tooltip shows more moves."""
    return place(path) if len(path) <= MOST_STEPS else f"…{place(path[-LAST_STEPS:])}"


def label_below(node: NodeTrace) -> str:
    """The label below a node: how the search differs from alpha-beta at a leaf, or how many leaves are not drawn."""
    if node.hidden is not None:
        hidden = node.hidden
        others = [(hidden.unnecessary, "unnecessary"), (hidden.missed, "missed"), (hidden.saved, "saved")]
        counts = [f"{number:,} {word}" for number, word in others if number]
        seen = "" if node.entry is VisitKind.UNSEEN else f"{node.hidden.evaluated:,} of "
        return ", ".join([f"⋮ {seen}{node.hidden.leaves:,}", *counts])
    if node.children or node.status in {None, LeafStatus.LAWFUL}:
        return ""
    word = "" if node.status is LeafStatus.REPEATED else STATUS[node.status]
    often = f"evaluated {node.reads} times" if node.reads > 1 else ""
    return ", ".join(filter(None, (word, often)))


def description(node: NodeTrace) -> str:
    """The tooltip of a node: one line with its child indices in the nested lists, and everything known about it."""
    status = "not seen" if node.entry is VisitKind.UNSEEN else STATUS[node.status]
    if kind_of(node) != "leaf":
        player = "MAX" if node.is_max else "MIN"
        words = "visited" if node.visited else status
        value = f"value from {show(node.lower)} to {show(node.upper)}" if node.lower != node.upper else show(node.lower)
        window = f"window ({show(node.window.alpha)}, {show(node.window.beta)})"
        return f"{place(node.path)}: {player} to move, {words}, {window}, {value}"
    law = f": {node.law}" if node.law else ""
    return f"{place(node.path)} = {show(node.value)}, {status}{law}"


SIZE = 11.0
SAMPLE, SPACE = 44.0, 18.0  # widths of a sample, and of the space between two entries
ROW = HEIGHT + 8.0

Sample = Callable[[Element, float, float], None]  # draws a sample at (x, y)


def legend_entries(nodes: Sequence[NodeTrace]) -> list[tuple[Sample, str]]:
    """The entries of the legend: for each symbol that is used for `nodes`, a sample and the meaning."""
    kinds = {kind_of(node) for node in nodes}
    seen = [node for node in nodes if node.entry is not VisitKind.UNSEEN]
    statuses = {node.status for node in seen}
    bounds = [text for node in seen if (text := value_text(node))[:1] in {"≤", "≥"}]
    hidden = [node for node in nodes if node.hidden]
    known: tuple[tuple[bool, Sample, str], ...] = (
        ("max" in kinds, _shape("max", LeafStatus.LAWFUL, HEIGHT), "MAX to move"),
        ("min" in kinds, _shape("min", LeafStatus.LAWFUL, HEIGHT), "MIN to move"),
        (not seen, _shape("leaf", LeafStatus.LAWFUL), "leaf"),
        (bool(statuses - {None}), _shape("leaf", LeafStatus.LAWFUL), "evaluated leaf"),
        (
            LeafStatus.UNNECESSARY in statuses,
            _shape("leaf", LeafStatus.UNNECESSARY),
            "unnecessary: alpha-beta does not evaluate this leaf",
        ),
        (LeafStatus.MISSED in statuses, _shape("leaf", LeafStatus.MISSED), "missed: alpha-beta evaluates this leaf"),
        (
            LeafStatus.SAVED in statuses,
            _shape("leaf", LeafStatus.SAVED),
            "saved: alpha-beta evaluates this leaf, but the other leaves prove the value",
        ),
        (
            LeafStatus.OUT_OF_ORDER in statuses,
            _shape("leaf", LeafStatus.OUT_OF_ORDER),
            "out of order: evaluated after a leaf on its right",
        ),
        (
            any(kind_of(node) == "leaf" and node.reads > 1 for node in nodes),
            _shape("leaf", LeafStatus.REPEATED),
            "2 times: this leaf is evaluated again, for example in a re-search",
        ),
        (None in statuses, _shape("leaf", None), "cut off: not evaluated"),
        (any(node.entry in LEFT_OUT for node in nodes), _cut, "cut off here"),
        (any(node.entry is VisitKind.NOT_CUT for node in nodes), _words("not cut"), "alpha-beta cuts off here"),
        (len(nodes) > 1, _best, "best line: best moves of both sides"),
        (bool(seen), _words("(α, β)"), "alpha-beta's window"),
        (bool(bounds), _words(bounds[0] if bounds else ""), "what the evaluated leaves prove about a value"),
        (any(node.shared for node in nodes), _words("position"), "same letter: same position"),
        (bool(hidden), _words("⋮"), ("evaluated leaves out of all " if seen else "") + "leaves below, not drawn"),
    )
    return [(sample, text) for occurs, sample, text in known if occurs]


def _shape(kind: Kind, status: LeafStatus | None, width: float = 36.0) -> Sample:
    return lambda at, x, y: shape(at, kind, status, (x, y), width)


def _cut(at: Element, x: float, y: float) -> None:
    top, foot = (x - 6, y - HEIGHT / 2), (x + 6, y + HEIGHT / 2)
    edge(at, VisitKind.CUT, [top, foot], (top, foot))


def _best(at: Element, x: float, y: float) -> None:
    line(at, [(x - 16, y), (x + 16, y)], stroke_width=BROAD)


def _words(text: str) -> Sample:
    return lambda at, x, y: write(at, text, x, y + 4, SIZE)


def _spots(found: Sequence[tuple[Sample, str]], width: float) -> list[tuple[float, float]]:
    """Place the legend's entries in rows at most `width` wide.

    Returns the left edge and the vertical middle of each entry.
    """
    spots: list[tuple[float, float]] = []
    x, y = 0.0, ROW / 2
    for _, text in found:
        needed = SAMPLE + 6 + text_width(text, SIZE)
        if x and x + needed > width:
            x, y = 0.0, y + ROW
        spots.append((x, y))
        x += needed + SPACE
    return spots


def legend_height(found: Sequence[tuple[Sample, str]], width: float) -> float:
    """The height of the legend if it may be `width` wide."""
    return _spots(found, width)[-1][1] + ROW / 2


def draw_legend(parent: Element, found: Sequence[tuple[Sample, str]], left: float, top: float, width: float) -> None:
    """Draw the legend with its upper left corner at (left, top)."""
    group = piece(parent, "g", class_="legend")
    for (sample, text), (x, y) in zip(found, _spots(found, width), strict=True):
        sample(group, left + x + SAMPLE / 2, top + y)
        write(group, text, left + x + SAMPLE + 6, top + y + 4, SIZE, text_anchor="start")
