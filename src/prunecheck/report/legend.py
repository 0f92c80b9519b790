"""The legend of a picture: only what stands in it."""

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from prunecheck.report.glyphs import HEIGHT, LEFT_OUT, Kind, edge, kind_of, shape, value_text
from prunecheck.report.layout import text_width
from prunecheck.report.svg import piece, write
from prunecheck.verify.explain.trace import Entry, NodeTrace
from prunecheck.verify.records import LeafStatus

SIZE = 11.0
SAMPLE, SPACE = 44.0, 18.0  # widths: of a sample, between two entries
ROW = HEIGHT + 8.0

Sample = Callable[[Element, float, float], None]  # draws at (x, y)


def entries(nodes: Sequence[NodeTrace]) -> list[tuple[Sample, str]]:
    """Samples with their meaning, of what occurs among `nodes`."""
    kinds = {kind_of(node) for node in nodes}
    statuses = {node.status for node in nodes}
    bounds = [text for node in nodes if (text := value_text(node))[:1] in {"≤", "≥"}]
    known: tuple[tuple[bool, Sample, str], ...] = (
        ("max" in kinds, _shape("max", LeafStatus.LAWFUL, HEIGHT), "MAX to move"),
        ("min" in kinds, _shape("min", LeafStatus.LAWFUL, HEIGHT), "MIN to move"),
        (True, _shape("leaf", LeafStatus.LAWFUL), "leaf that was read"),
        (LeafStatus.NEEDLESS in statuses, _shape("leaf", LeafStatus.NEEDLESS), "needless: alpha-beta does not read it"),
        (LeafStatus.MISSED in statuses, _shape("leaf", LeafStatus.MISSED), "missed: alpha-beta reads it"),
        (None in statuses, _shape("leaf", None), "pruned: not read"),
        (any(node.entry in LEFT_OUT for node in nodes), _cut, "cut off here"),
        (True, _words("(A, B)"), "alpha-beta's window: MAX has A already, MIN has B"),
        (bool(bounds), _words(bounds[0] if bounds else ""), "what the leaves read prove of a value"),
        (any(node.shared for node in nodes), _words("key"), "equal keys: one position"),
    )
    return [(sample, text) for occurs, sample, text in known if occurs]


def _shape(kind: Kind, status: LeafStatus | None, width: float = 36.0) -> Sample:
    return lambda at, x, y: shape(at, kind, status, (x, y), width)


def _cut(at: Element, x: float, y: float) -> None:
    top, foot = (x - 6, y - HEIGHT / 2), (x + 6, y + HEIGHT / 2)
    edge(at, Entry.CUT, [top, foot], (top, foot))


def _words(text: str) -> Sample:
    return lambda at, x, y: write(at, text, x, y + 4, SIZE)


def _spots(found: Sequence[tuple[Sample, str]], width: float) -> list[tuple[float, float]]:
    """Left edge and middle line of each entry, in rows of at most `width`."""
    spots: list[tuple[float, float]] = []
    x, y = 0.0, ROW / 2
    for _, text in found:
        needed = SAMPLE + 6 + text_width(text, SIZE)
        if x and x + needed > width:
            x, y = 0.0, y + ROW
        spots.append((x, y))
        x += needed + SPACE
    return spots


def height(found: Sequence[tuple[Sample, str]], width: float) -> float:
    """The height that the legend takes in that width."""
    return _spots(found, width)[-1][1] + ROW / 2


def draw(parent: Element, found: Sequence[tuple[Sample, str]], left: float, top: float, width: float) -> None:
    """Draw the legend with its corner at (left, top)."""
    group = piece(parent, "g", class_="legend")
    for (sample, text), (x, y) in zip(found, _spots(found, width), strict=True):
        sample(group, left + x + SAMPLE / 2, top + y)
        write(group, text, left + x + SAMPLE + 6, top + y + 4, SIZE, text_anchor="start")
