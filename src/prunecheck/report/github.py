"""A report as GitHub annotations: a line for each refuted contract, which points at the file of the search."""

from prunecheck.errors import printable
from prunecheck.report.place import place_of
from prunecheck.report.sheet import Row, Sheet

DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def as_annotations(sheet: Sheet) -> str:
    """A workflow command for each refuted contract, or a warning for a report without a verdict; else nothing."""
    lines = [_annotation(row) for row in sheet.refuted]
    if not lines and sheet.status != "held":
        message = "\n".join(map(printable, sheet.closing))
        lines.append(f"::warning title=prunecheck::{message.translate(DATA)}")
    return "".join(f"{line}\n" for line in lines)


def _annotation(row: Row) -> str:
    about = {"title": f"{row.search} {row.contract}"}
    if (place := place_of(row.verdict)) is not None:
        about = {"file": place.file, "line": str(place.line), **about}
    told = ",".join(f"{name}={printable(value).translate(PROPERTY)}" for name, value in about.items())
    message = "\n".join(map(printable, (row.words, *row.lines)))
    return f"::error {told}::{message.translate(DATA)}"
