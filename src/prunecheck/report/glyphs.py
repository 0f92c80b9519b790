"""How nodes and edges look: told apart by shape, outline and words, never by colour."""

from collections.abc import Sequence
from math import hypot
from typing import Final, Literal, TypeAlias
from xml.etree.ElementTree import Element

from prunecheck.report.layout import shortened
from prunecheck.report.svg import INK, LIGHT, Attribute, Point, line, piece
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.explain.trace import Entry, NodeTrace
from prunecheck.verify.records import LeafStatus

Kind: TypeAlias = Literal["max", "min", "leaf"]

HEIGHT: Final = 30.0  # of a node
STROKE, STROKE_GAP = 7.0, 2.6  # the two strokes that mark a cut: half their length, half the gap between them
POINT: Final = 5.0  # by which a leaf's left and right stand out
MOST_LETTERS: Final = 10  # of a number; the whole of it is told where the pointer rests
LEFT_OUT: Final = {Entry.CUT, Entry.CUT_WITH, Entry.TOO_SOON}


def kind_of(node: NodeTrace) -> Kind:
    """The player to move, or that it is a leaf."""
    if not node.children:
        return "leaf"
    return "max" if node.is_max else "min"


def shape(parent: Element, kind: Kind, status: LeafStatus | None, at: Point, width: float) -> None:
    """A square for MAX, a circle for MIN, a hexagon for a leaf, about `at`, with the outline of its status."""
    x, y = at
    outline: dict[str, Attribute] = {"fill": "#ffffff", "stroke": INK, "stroke_width": 1.4}
    if status is None:
        outline |= {"stroke": LIGHT, "stroke_width": 1.0, "stroke_dasharray": "2 3"}
    elif status is LeafStatus.MISSED:
        outline |= {"stroke_width": 2.4, "stroke_dasharray": "6 4"}
    looks = [outline]
    if status is LeafStatus.NEEDLESS:  # a white line in the middle of a broad black one
        looks = [outline | {"stroke_width": 6.0}, {"fill": "none", "stroke": "#ffffff", "stroke_width": 2.6}]
    for look in looks:
        if kind == "leaf":
            tip, slope, half = width / 2, width / 2 - 2 * POINT, HEIGHT / 2
            corners = [(-tip, 0.0), (-slope, -half), (slope, -half), (tip, 0.0), (slope, half), (-slope, half)]
            piece(parent, "polygon", points=" ".join(f"{x + dx:.2f},{y + dy:.2f}" for dx, dy in corners), **look)
        else:
            size = {"width": width, "height": HEIGHT, "rx": HEIGHT / 2 if kind == "min" else 0.0}
            piece(parent, "rect", x=x - width / 2, y=y - HEIGHT / 2, **size, **look)


def edge(parent: Element, entry: Entry, corners: Sequence[Point], slope: tuple[Point, Point]) -> None:
    """The way to a node through `corners`; two short strokes across `slope`, a part of it, where it was cut."""
    if entry is Entry.MISSED:
        line(parent, corners, stroke_width=2.4, stroke_dasharray="6 4")
    elif entry in {Entry.ENTERED, Entry.NOT_CUT}:
        line(parent, corners, stroke_width=1.4)
    else:
        line(parent, corners, stroke=LIGHT, stroke_dasharray="4 3")
    if entry in LEFT_OUT:
        (left, top), (right, foot) = slope
        length = hypot(right - left, foot - top)
        across, down = STROKE * (foot - top) / length, STROKE * (left - right) / length  # at right angles to the slope
        for half_gap in (-STROKE_GAP, STROKE_GAP):
            share = 0.5 + half_gap / length
            x, y = left + (right - left) * share, top + (foot - top) * share
            line(parent, [(x - across, y - down), (x + across, y + down)], stroke_width=2.2)


def brief(value: Number) -> str:
    """A number with room in a picture."""
    return shortened(show(value), MOST_LETTERS)


def value_text(node: NodeTrace) -> str:
    """The value of a leaf; of an interior node, what the leaves read prove of it, or nothing."""
    if node.value is not None:
        return brief(node.value)
    if node.lower == node.upper:
        return brief(node.lower)
    if node.upper == INF:
        return "" if node.lower == -INF else f"≥ {brief(node.lower)}"
    return f"≤ {brief(node.upper)}" if node.lower == -INF else f"{brief(node.lower)} to {brief(node.upper)}"


def labels_above(node: NodeTrace, number: int | None) -> list[str]:
    """A node's window, or why it was cut off, or why it should have been; `number` is that of the cut."""
    labels = [f"key {node.key}"] if node.shared else []
    A, B = brief(node.window.alpha), brief(node.window.beta)
    sign = "≥" if node.window.empty else "<"
    if node.entry in {Entry.CUT, Entry.NOT_CUT, Entry.TOO_SOON}:
        word = node.entry.value if number is None else f"{node.entry.value} {number}"
        return [*labels, word, f"A = {A}", f"{sign} B = {B}"]
    if not node.path or (node.children and node.entry in {Entry.ENTERED, Entry.MISSED}):
        return [*labels, f"({A}, {B})"]
    return labels


def label_below(node: NodeTrace) -> str:
    """What is wrong with a leaf; nothing below one that is read once, or lawfully pruned."""
    if node.children or node.status in {None, LeafStatus.LAWFUL}:
        return ""
    word = "" if node.status in {None, LeafStatus.REPEATED} else node.status.value
    often = f"read {node.reads} times" if node.reads > 1 else ""
    return ", ".join(filter(None, (word, often)))


def told(node: NodeTrace) -> str:
    """A node in one line of words, with its place as in nested lists, for the pointer that rests on it."""
    words = "pruned" if node.status is None else node.status.value
    if node.children:
        player = "MAX" if node.is_max else "MIN"
        words = "pruned" if node.status is None else "missed" if node.status is LeafStatus.MISSED else "visited"
        value = f"value from {show(node.lower)} to {show(node.upper)}" if node.lower != node.upper else show(node.lower)
        window = f"window ({show(node.window.alpha)}, {show(node.window.beta)})"
        return f"{place(node.path)}: {player} to move, {words}, {window}, {value}"
    law = f": {node.law}" if node.law else ""
    return f"{place(node.path)} = {show(node.value)}, {words}{law}"
