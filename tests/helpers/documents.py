"""The documentation as data: tables, code blocks, transcripts, links, and file names."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parents[2]
DOCUMENTS: Final = {
    str(path.relative_to(HOME)): path.read_text(encoding="utf-8")
    for path in (
        HOME / "README.md",
        HOME / "CONTRIBUTING.md",
        HOME / "CHANGELOG.md",
        *sorted((HOME / "docs").glob("*.md")),
    )
}

FENCED = re.compile(r"^```(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced code block: its language, its text, and its first line in the document."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        """The file and the line of the block."""
        return f"{self.document}:{self.line}"


def blocks(document: str) -> Iterator[Block]:
    """The fenced code blocks of a document, in order."""
    text = DOCUMENTS[document]
    for found in FENCED.finditer(text):
        yield Block(document, text.count("\n", 0, found.start()) + 1, found[1], found[2])


@dataclass(frozen=True, slots=True)
class Command:
    """A line of a transcript that starts with `$`, and the output below it."""

    words: tuple[str, ...]
    printed: str


def commands(transcript: str) -> Iterator[Command]:
    """The commands of a transcript, in order."""
    for part in re.split(r"^\$ ", transcript, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        yield Command(tuple(shlex.split(line)), printed)


def without_measures(printed: str) -> str:
    """The output of a command without trailing blanks and without numbers that differ between runs.

    These numbers are rates and, since other versions of Hypothesis draw other trees, counts of trees and calls, and
    average counts of leaves.
    """
    printed = re.sub(r"[ \t]+$", "", printed, flags=re.MULTILINE)
    printed = re.sub(r"[\d.]+x (alpha-beta|the minimum)", r"Nx \1", printed)
    return re.sub(r"[\d,]+ (tree|call|a second)s?\b", r"N \1", printed)


def cells(line: str) -> list[str]:
    """The cells of a line of a table; a bar after a backslash belongs to its cell."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def tables(text: str) -> Iterator[list[Row]]:
    """The tables in a text as rows, with each cell under its column name; backquotes are removed."""
    for lines in re.findall(r"^\|.*\n\| ---.*\n(?:\|.*\n)*", text, re.MULTILINE):
        head, _, *rows = lines.replace("`", "").splitlines()
        yield [dict(zip(cells(head), cells(row), strict=True)) for row in rows]


def table(document: str, *columns: str, below: str = "") -> list[Row]:
    """The rows of the only table with these columns, in a document or in its section with the heading `below`."""
    text = section(document, below) if below else DOCUMENTS[document]
    (rows,) = [rows for rows in tables(text) if set(columns) <= set(rows[0])]
    return rows


def section(document: str, title: str) -> str:
    """The text below a heading, up to the next heading of the same or a higher level."""
    rank, text = re.findall(rf"^(#+) {re.escape(title)}\n(.*)", DOCUMENTS[document], re.MULTILINE | re.DOTALL)[0]
    return re.split(rf"^#{{1,{len(rank)}}} ", text, flags=re.MULTILINE)[0]


def names(cell: str) -> list[str]:
    """The names in a cell, which are separated by commas."""
    return [name.strip() for name in cell.split(",") if name.strip()]
