"""A table of text, which is printed on a terminal, as Markdown or in HTML, and its columns and numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A table column: its name, and whether it contains numbers.

    `full` is the full name of a column that can be left out on a narrow terminal, or empty if the column is never left
    out. The rightmost columns are left out first.
    """

    name: str
    numeric: bool = True
    full: str = ""


Kind: TypeAlias = Literal["counts", "summary", "places", "growth", "times", "changes"]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of text: its kind, title, columns and rows, and text lines to print below it.

    For each row, `families` contains the group to which the row's searches belong. In a long table, each group has a
    heading.
    """

    kind: Kind
    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    alike: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    says: str = ""
    families: tuple[str, ...] = ()


SEARCH: Final = TableColumn("search", numeric=False)
WORKLOAD: Final = TableColumn("workload", numeric=False)
MARK: Final = TableColumn("value", numeric=False)
UNKNOWN: Final = "-"


def times(number: float | None) -> str:
    """Format a ratio with three significant digits, or as a dash if the ratio is None.

    >>> times(0.4384), times(1), times(12.96), times(126.6), times(0.000123), times(None)
    ('0.438', '1.00', '13.0', '127', '0.000123', '-')
    """
    if number is None:
        return UNKNOWN
    return f"{number:,.0f}" if number >= 100 else f"{number:#.3g}"


def exactly(number: float) -> str:
    """Format a count with all its digits, or a mean with at most two decimals.

    >>> exactly(12345), exactly(12.5), exactly(3.0)
    ('12,345', '12.50', '3')
    """
    return f"{number:,.0f}" if number == int(number) else f"{number:,.2f}"


def marked(
    columns: Sequence[TableColumn], rows: Iterable[tuple[str, ...]], marks: Sequence[str]
) -> tuple[tuple[TableColumn, ...], tuple[tuple[str, ...], ...]]:
    """Add a column with marks after the names of the searches, if there are marks."""
    if not any(marks):
        return tuple(columns), tuple(rows)
    at = columns.index(SEARCH) + 1
    return (*columns[:at], MARK, *columns[at:]), tuple(
        (*row[:at], mark, *row[at:]) for row, mark in zip(rows, marks, strict=True)
    )
