"""Build SVG pictures from a few kinds of elements. All text is escaped, and the result is plain ASCII.

Pictures contain no style sheets or scripts, so several pictures on one web page do not disturb each other.
"""

from collections.abc import Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

from prunecheck.errors import one_line

Point: TypeAlias = tuple[float, float]
Attribute: TypeAlias = str | float

INK, LIGHT, PAPER = "#000000", "#767676", "#ffffff"  # LIGHT is still in enough contrast with PAPER
DARK = {INK: "#f2f2f2", LIGHT: "#9b9b9b", PAPER: "#1a1a1a"}  # the colours that replace these on a dark background


def picture_of(width: float, height: float, title: str) -> Element:
    """Make an empty SVG picture. `title` is the text that screen readers read out for the picture."""
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": _write(width),
            "height": _write(height),
            "viewBox": f"0 0 {_write(width)} {_write(height)}",
            "font-family": "sans-serif",
            "role": "img",
        },
    )
    note(root, title)
    piece(root, "rect", width=width, height=height, fill=PAPER)
    return root


def piece(parent: Element, tag: str, /, **attributes: Attribute) -> Element:
    """Add an SVG element to `parent`. '_' in an attribute name becomes '-'."""
    return SubElement(
        parent, tag, {name.strip("_").replace("_", "-"): _write(value) for name, value in attributes.items()}
    )


def note(parent: Element, text: str) -> None:
    """Add a tooltip to the SVG element `parent`."""
    SubElement(parent, "title").text = one_line(text)


def write(parent: Element, text: str, x: float, y: float, size: float, /, **attributes: Attribute) -> None:
    """Add one line of text with its baseline at `y`, centred on `x` unless `text_anchor` says otherwise."""
    attributes = {"x": x, "y": y, "font_size": size, "text_anchor": "middle", "fill": INK, **attributes}
    piece(parent, "text", **attributes).text = one_line(text)


def line(parent: Element, points: Sequence[Point], /, **attributes: Attribute) -> None:
    """Draw a line through `points`."""
    corners = " ".join(f"{_write(x)},{_write(y)}" for x, y in points)
    attributes = {"points": corners, "fill": "none", "stroke": INK, "stroke_width": 1.2, **attributes}
    piece(parent, "polyline", **attributes)


def darken(root: Element) -> None:
    """Replace all colours of a picture by colours for a dark background."""
    for element in root.iter():
        for paint in ("fill", "stroke"):
            if (colour := element.get(paint)) in DARK:
                element.set(paint, DARK[colour])


def as_text(root: Element) -> str:
    """The text of the SVG file for a picture."""
    written: bytes = tostring(root, encoding="us-ascii", xml_declaration=False)
    return written.decode("ascii") + "\n"


def _write(value: Attribute) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
