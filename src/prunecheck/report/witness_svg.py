"""The picture of the first witness of a report."""

from prunecheck.errors import TreeError
from prunecheck.report.draw import picture
from prunecheck.report.layout import text_width
from prunecheck.report.sheet import Sheet
from prunecheck.report.svg import as_text, picture_of, write
from prunecheck.verify.trace import trace_of

SIZE, MARGIN, HEIGHT = 15.0, 20.0, 60.0


def as_svg(sheet: Sheet) -> str:
    """The first witness against a search as a picture; where there is none, or it is too large, a line that says so."""
    for row in sheet.refuted:
        if row.witness is not None:
            try:
                return picture(trace_of(row.witness, name=row.search)).svg
            except TreeError as error:
                return _said(f"{row.search} {row.words}: {error}")
    return _said("; ".join(sheet.closing))


def _said(text: str) -> str:
    width = text_width(text, SIZE) + 2 * MARGIN
    root = picture_of(width, HEIGHT, text)
    write(root, text, width / 2, HEIGHT / 2, SIZE)
    return as_text(root)
