"""A report as annotations of GitHub: a line for each refuted contract, at the file of the search."""

import ast
from pathlib import Path

from prunecheck.errors import printable
from prunecheck.report.sheet import Row, Sheet
from prunecheck.verify.records import Origin

DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def as_annotations(sheet: Sheet) -> str:
    """A workflow command for each refuted contract, or a warning where something was not decided; else nothing."""
    lines = [_annotation(row) for row in sheet.refuted if not row.falls]
    if not lines and sheet.status != "held":
        message = "\n".join(map(printable, sheet.closing))
        lines.append(f"::warning title=prunecheck::{message.translate(DATA)}")
    return "".join(f"{line}\n" for line in lines)


def _annotation(row: Row) -> str:
    about = {"title": f"{row.search} {row.contract}"}
    place, _, name = row.verdict.name.rpartition(":")
    if place.endswith(".py") and row.verdict.origin is Origin.NAMED:
        about = {"file": place, "line": str(_line(place, name)), **about}
    told = ",".join(f"{name}={printable(value).translate(PROPERTY)}" for name, value in about.items())
    message = "\n".join(map(printable, (row.words, *row.lines)))
    return f"::error {told}::{message.translate(DATA)}"


def _line(file: str, name: str) -> int:
    """The line of the file on which a name is defined; the first line if it is not found."""
    line = 1
    try:
        around: ast.AST = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return line
    for part in name.split("."):
        for each in ast.iter_child_nodes(around):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and each.name == part:
                around, line = each, each.lineno
                break
    return line
