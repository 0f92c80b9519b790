"""Print text lines of a report. On a terminal, lines are wrapped, except for lines that users may copy."""

import re
from textwrap import wrap
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from prunecheck.catalog.records import Lossy
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.errors import printable
from prunecheck.verify.records import VariantVerdict

STYLES: Final = {"PASS": "bold green", "FAIL": "bold red"}  # style of the first word of a report
LABEL: Final = re.compile(r" *[a-z]+(?: \d+)? +")
LABEL_WIDTH: Final = 8


class Line(NamedTuple):
    """A text line of a report: its style, whether it is printed unwrapped, and the indent after a line break."""

    text: str
    style: str = ""
    verbatim: bool = False
    hang: int | None = None


def name_of(verdict: VariantVerdict) -> str:
    """The name of a search as printable text, and whether all calls were made on one instance."""
    return printable(f"{verdict.name}, reused instance" if verdict.reused else verdict.name)


def lossy_as_judged(variant: VariantVerdict) -> Lossy:
    """Say how the values of a lossy search (which skips parts of the tree on purpose) were judged, if at all."""
    claimed = any(variant.claim(contract.name) is not None for contract in VALUE_CONTRACTS)
    return Lossy.REDUCED_TREE if variant.lossy is Lossy.REDUCED_TREE and claimed else Lossy.MEASURED_ONLY


def about(verdict: VariantVerdict, contract: str) -> str:
    """The name of a contract, for a report on a search.

    If the search skips parts of the tree on purpose and is judged by the remaining tree, the name of a contract on
    values ends in 'on the tree without skipped moves'.

    >>> about(VariantVerdict("quiescence", "", "", lossy=Lossy.REDUCED_TREE), "exact")
    'exact on the tree without skipped moves'
    """
    reduced = verdict.lossy is Lossy.REDUCED_TREE and contract in [
        value_contract.name for value_contract in VALUE_CONTRACTS
    ]
    return f"{contract} on the tree without skipped moves" if reduced else contract


def on_screen(console: Console) -> bool:
    """True if output goes to a terminal. A pipe is not a terminal, even if colours are forced."""
    return console.is_terminal and console.file.isatty()


def say(console: Console, line: str, style: str = "", *, verbatim: bool = False, hang: int | None = None) -> None:
    """Print a text line.

    On a terminal, the line is wrapped between words, with a hanging indent. If `verbatim` is True, the line is not
    wrapped.
    """
    rows = [line] if verbatim or not on_screen(console) else wrap_line(line, console.width, hang)
    for row in rows:
        console.print(Text(row, style=style), soft_wrap=True)


def wrap_line(line: str, width: int, hang: int | None = None) -> list[str]:
    """Split a text line into rows of at most `width` characters. A word longer than `width` has its own row.

    Rows after the first are indented by `hang`. By default, rows after the first are aligned with the text after the
    label at the start of the line. If the line has no label, later rows are indented by two more columns than the first
    row.

    >>> wrap_line("  tree    [1, 2, 3]    MAX to move", 20)
    ['  tree    [1, 2, 3]', '          MAX to', '          move']
    """
    if hang is None:
        indent = len(line) - len(line.lstrip(" "))
        label = LABEL.match(line)
        hang = indent + (LABEL_WIDTH if label is not None and label.end() == indent + LABEL_WIDTH else 2)
    rows = wrap(line, width, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False)
    return rows or [""]
