"""Turn SVG pictures into PNG with matplotlib's fonts, so that the pictures look the same on every machine."""

from pathlib import Path
from typing import Final
from xml.etree.ElementTree import fromstring

from prunecheck.plots import installed

NEEDED: Final = ("resvg_py", "matplotlib")
FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
ZOOM: Final = 2  # pixels for each unit of SVG, so that text stays sharp on a slide
MOST_PIXELS: Final = 16_000  # the most pixels of a side; viewers refuse much larger pictures


def check_installed() -> None:
    """Check that PNG pictures can be written.

    Raises: PreconditionError if the extra `plot` is not installed.
    """
    installed.check_installed("PNG needs", *NEEDED, otherwise="write SVG")


def as_png(svg: str) -> bytes:
    """The picture as PNG, with two pixels for each SVG unit, or fewer for a very large picture.

    Raises: PreconditionError if the extra `plot` is not installed.
    """
    check_installed()
    import matplotlib as mpl  # noqa: PLC0415  # an extra
    import resvg_py  # noqa: PLC0415  # likewise

    fonts = Path(mpl.get_data_path()) / "fonts" / "ttf"
    root = fromstring(svg)  # noqa: S314  # our own picture
    zoom = min(ZOOM, MOST_PIXELS / max(float(root.get("width", 1)), float(root.get("height", 1))))
    png: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=zoom, font_files=[str(fonts / font) for font in FONTS], sans_serif_family="DejaVu Sans"
    )
    return bytes(png)
