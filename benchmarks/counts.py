"""Count leaves and visits of every variant on every workload; compare with the committed table, or rewrite it."""

import sys

import click

from benchmarks.table import Entry, Table, committed, complaint, differences
from benchmarks.table import write as rewrite
from benchmarks.workloads import WORKLOADS, Prepared, Workload
from prunecheck.catalog import VARIANTS
from prunecheck.trees.examples import TREES

# those of the five texts, which have the text's number as their source; the games are workloads
WORKED_EXAMPLES = [Workload(each.name, each.shows, each.build) for each in TREES.values() if each.source.isdigit()]
COUNTED = {each.name: each for each in (*WORKED_EXAMPLES, *WORKLOADS.values())}


def counted() -> Table:
    """The counts of every variant on every worked example and workload."""
    table: Table = {}
    for name, workload in COUNTED.items():
        prepared = Prepared(workload)
        for variant in VARIANTS.values():
            table[Entry(name, variant.name)] = prepared.counts(variant.search)
    return table


@click.command()
@click.option("--write", is_flag=True, help="Rewrite the table with what is counted now.")
def main(*, write: bool) -> None:
    """Say which counts have moved since the table was committed; exit status 1 if any has."""
    new = counted()
    moved = differences(committed(), new)
    if write:
        rewrite(new)
        click.echo("\n".join([*moved, f"{len(moved)} of {len(new)} counts rewritten"]))
    elif moved:
        click.echo(complaint(moved))
        sys.exit(1)
    else:
        click.echo(f"{len(new)} counts are as committed")


if __name__ == "__main__":
    main()
