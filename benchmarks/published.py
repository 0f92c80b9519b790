"""The published tables as last measured in full, with one row per line in `published.json`."""

import sys
from math import isclose
from pathlib import Path
from typing import Final, TypeAlias

import click
import msgspec

from prunecheck.published.row import COLUMNS, MeasuredFigure, PublishedTable
from prunecheck.published.tables import PUBLISHED

FILE: Final = Path(__file__).with_name("published.json")

Tables: TypeAlias = dict[str, list[MeasuredFigure]]


def committed() -> Tables:
    """The committed tables, by name."""
    return msgspec.json.decode(FILE.read_bytes(), type=Tables)


def text(tables: Tables) -> str:
    """The tables as text: a line for each row."""
    parts = [
        f'"{name}": [\n' + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]"
        for name, rows in tables.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def markdown(rows: list[MeasuredFigure]) -> str:
    """A table as on the web page."""
    lines = [COLUMNS, tuple("---" for _ in COLUMNS), *(tuple(row.cells().values()) for row in rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def same(row: MeasuredFigure, other: MeasuredFigure) -> bool:
    """True if two rows are equal; means may differ in their last digits, as mathematical libraries do."""
    for field in row.__struct_fields__:
        here, there = getattr(row, field), getattr(other, field)
        if isinstance(here, str) or isinstance(there, str):
            if here != there:
                return False
        elif not isclose(here, there, rel_tol=1e-9, abs_tol=1e-9):
            return False
    return True


def moved(table: PublishedTable, old: list[MeasuredFigure], *, quick: bool = False) -> list[str]:
    """List the measured rows (all, or the quick ones) that differ from the committed table, one per line."""
    lines = list(table.lines())
    if [line.what for line in lines] != [row.what for row in old]:
        return [f"{table.name}: other rows than those committed"]
    return [
        f"{table.name}: {line.what}: {before.cells()['ours']}, now {now.cells()['ours']}"
        for line, before in zip(lines, old, strict=True)
        if (line.quick or not quick) and not same(now := line.row(), before)
    ]


@click.command()
@click.option("--write", is_flag=True, help="Measure all, and rewrite the file.")
def main(*, write: bool) -> None:
    """Say which figures differ from the committed ones; exit status 1 if any does. Takes two minutes."""
    if write:
        tables = {name: [line.row() for line in table.lines()] for name, table in PUBLISHED.items()}
        FILE.write_text(text(tables), encoding="utf-8", newline="\n")
        click.echo(f"{sum(map(len, tables.values()))} rows written")
        return
    old = committed()
    found = [change for name, table in PUBLISHED.items() for change in moved(table, old.get(name, []))]
    click.echo("\n".join(found or ["all rows are as committed"]))
    if found:
        sys.exit(1)


if __name__ == "__main__":
    main()
