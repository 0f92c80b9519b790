"""`prunecheck table`: measure a published table again."""

from typing import Any, Final

import click
import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from prunecheck import __version__
from prunecheck.cli.bar import shown_bar
from prunecheck.cli.exit_status import HELD
from prunecheck.cli.help import command
from prunecheck.cli.output import console
from prunecheck.published.row import COLUMNS, MeasuredFigure, PublishedTable
from prunecheck.published.tables import PUBLISHED, published

NUMBERS: Final = {"theirs", "ours", "difference"}


@command(
    "table",
    examples=[
        ("prunecheck table", "list the published tables"),
        ("prunecheck table NAME --quick", "skip the rows that take a long time"),
    ],
)
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--quick", is_flag=True, help="Skip the rows that take a long time.")
@click.option("--json", "as_data", is_flag=True, help="Print the rows as one line of JSON.")
def table(name: str | None, *, quick: bool, as_data: bool) -> int:
    """Measure the figures of a published table again, and show the differences.

    Each row shows the source, the published figure, our figure, the difference and the reason for it. Without NAME,
    list the tables. Seeds are fixed, so the figures are the same each time. Measuring takes at most half a minute, or a
    few seconds with --quick.
    """
    if name is None:
        if quick:
            raise click.UsageError("--quick needs the name of a table; 'prunecheck table' lists the names")
        _print_names(as_data=as_data)
        return HELD
    chosen = published(name)
    rows = _measured(chosen, quick=quick)
    if as_data:
        record = {"prunecheck": __version__, "name": chosen.name, "title": chosen.title, "quick": quick, "rows": rows}
        click.echo(msgspec.json.encode(record).decode())
        return HELD
    shown = console()
    shown.print(Text(chosen.title))
    _print(shown, [row.cells() for row in rows], COLUMNS)
    return HELD


def _print_names(*, as_data: bool) -> None:
    rows = [
        {"table": published_table.name, "source": published_table.source, "shows": published_table.title}
        for published_table in PUBLISHED.values()
    ]
    if as_data:
        click.echo(msgspec.json.encode(rows).decode())
    else:
        _print(console(), rows, tuple(rows[0]))


def _measured(chosen: PublishedTable, *, quick: bool) -> list[MeasuredFigure]:
    """Measure the figures of a published table. Progress is shown on standard error if this is a terminal."""
    lines = [line for line in chosen.lines() if line.quick or not quick]
    rows = []
    with shown_bar(chosen.name, len(lines)) as update:
        for line in lines:
            update(description=line.what)
            rows.append(line.row())
            update(advance=1)
    return rows


def _print(shown: Console, rows: list[dict[str, Any]], columns: tuple[str, ...]) -> None:
    grid = Table(box=SIMPLE_HEAD if shown.is_terminal else None, pad_edge=False)
    for column in columns:
        grid.add_column(column, overflow="fold", justify="right" if column in NUMBERS else "left")
    for row in rows:
        grid.add_row(*(Text(row[column]) for column in columns))
    shown.print(grid)
