"""`prunecheck bench`: count how many nodes all searches of the catalogue visit, and compare with a saved table."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import click
import msgspec
from rich.table import Table
from rich.text import Text

from prunecheck.catalog import VARIANTS, Variant, variant
from prunecheck.cli.arguments import names_in
from prunecheck.cli.bar import shown_bar
from prunecheck.cli.exit_status import HELD, REFUTED
from prunecheck.cli.help import command
from prunecheck.cli.options import file_option, variants_option
from prunecheck.cli.output import console
from prunecheck.cli.printing import writing
from prunecheck.cli.workload_names import workloads_option
from prunecheck.errors import quantity
from prunecheck.measure.count_table import moved, part, read, silently_changed, text
from prunecheck.measure.signature import Suite, WrongValueError, suite
from prunecheck.report.lines import on_screen
from prunecheck.workloads.catalog import WORKLOADS, workload
from prunecheck.workloads.workload import Workload

START = b'{\n"signature"'  # how a table file begins


@command(
    "bench",
    examples=[
        ("prunecheck bench --table", "print the counts of every variant on every workload"),
        ("prunecheck bench --against benchmarks/counts.json", "fail if a count differs from the committed table"),
    ],
)
@variants_option("Count this variant.")
@workloads_option("Use this workload. Can be repeated or comma-separated.")
@click.option("--table", "as_table", is_flag=True, help="Print the counts of each variant on each workload.")
@click.option("--json", "as_data", is_flag=True, help="Print all counts as one line of JSON.")
@file_option("--write", "written", help_text="Write the table of counts to this file.")
@file_option("--against", "committed", help_text="Compare with this table; exit with 1 if any count differs.")
def bench(
    *,
    variants: Sequence[str],
    workloads: Sequence[str],
    as_table: bool,
    as_data: bool,
    written: str | None,
    committed: str | None,
) -> int:
    """Count the nodes that every variant visits on every workload.

    `bench` prints one number, the sum of all visits, which is the same on every machine. The sum of all visits changes
    if a search variant visits different nodes, or if variants or workloads are added or removed.
    """
    partial = bool(variants or workloads)
    if partial and written:
        raise click.UsageError("--write needs the whole suite; drop --variant and --workload")
    chosen = {row.name: row for row in map(variant, names_in(variants))} or VARIANTS
    on = {row.name: row for row in map(workload, names_in(workloads))} or WORKLOADS
    old = None if committed is None else read(Path(committed))
    try:
        counted = _counted(chosen, on)
    except WrongValueError as wrong:
        click.echo(str(wrong))
        return REFUTED
    if as_data:
        click.echo(msgspec.json.encode(counted))
    if as_table:
        _print_table(counted)
    if written is not None:
        _write(counted, Path(written))
    if old is not None:
        if partial:
            old = part(old, list(chosen), list(on))
        return _compared(old, counted, str(committed), aside=as_data)
    if not as_data:
        words = f"{quantity(len(chosen), 'variant')} on {quantity(len(on), 'workload')}"
        summed = "visits in part of the suite" if partial else "all visits"
        click.echo(f"signature {counted.signature}  ({summed}: {words})")
    return HELD


def _counted(variants: dict[str, Variant], workloads: dict[str, Workload]) -> Suite:
    """Count the visited nodes. If standard error is a terminal, show progress there."""
    done = count()
    with shown_bar("counting", len(workloads), timed=False) as update:
        return suite(variants.values(), workloads.values(), lambda name: update(description=name, completed=next(done)))


def _print_table(counted: Suite) -> None:
    """Print a table with a row for each search of the catalogue on each workload.

    On a terminal, the name of each workload is a heading above the rows of the searches.
    """
    shown = console()
    grouped = on_screen(shown)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("variant",) if grouped else ("workload", "variant"):
        table.add_column(column, no_wrap=True)
    for column in ("leaves", "distinct", "interior", "visits", "re-searches"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("cutoffs by index")
    last = ""
    for row in counted.rows:
        if grouped and row.workload != last:
            last = row.workload
            table.add_row(Text(last, "bold"))
        names = (f"  {row.variant}",) if grouped else (row.workload, row.variant)
        numbers = (row.leaves, row.distinct_leaves, row.interior, row.visited, row.researches)
        table.add_row(*names, *(f"{number:,}" for number in numbers), " ".join(map(str, row.cut_offs)))
    shown.print(table)


def _write(counted: Suite, path: Path) -> None:
    """Write the table of node counts to the file `path`.

    The table is not written if the file exists and is not a table of node counts, or if a workload has changed without
    a new version number.
    Raises: UsageError, with the reason, if the table is not written.
    """
    with writing(path, "choose another file"):
        if path.exists() and path.stat().st_size:
            if not path.read_bytes().startswith(START):
                raise click.UsageError(
                    f"{str(path)!r} already exists and is not a table of counts; choose another file"
                )
            changed = silently_changed(read(path), counted)
            if changed:
                raise click.UsageError(f"did not write {path}: {'; '.join(changed)}")
        path.write_text(text(counted), encoding="utf-8", newline="\n")


def _compared(old: Suite, new: Suite, file: str, *, aside: bool) -> int:
    """Print how the node counts differ from the table in `file`, and return the exit status.

    If `aside` is True, the differences are printed to standard error.
    """
    changed, differing = silently_changed(old, new), moved(old, new)
    if not changed and not differing:
        click.echo(f"signature {new.signature}: all {len(new.rows)} counts match {file}", err=aside)
        return HELD
    differ = "1 count differs" if len(differing) == 1 else f"{len(differing):,} counts differ"
    lines = [f"{differ} from {file}:", *(f"  {message}" for message in (*changed, *differing))]
    same = old.signature == new.signature
    lines += [f"signature {old.signature}, as before" if same else f"signature {old.signature} -> {new.signature}"]
    lines += [f"If this is intended, rewrite the table: prunecheck bench --write {file}"]
    if not same:
        lines += [f"and add this line to the commit message: Signature: {old.signature} -> {new.signature}"]
    click.echo("\n".join(lines), err=aside)
    return REFUTED
