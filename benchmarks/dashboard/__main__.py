"""`python -m benchmarks.dashboard -o DIR`: the counts of the last commits, as pages that open from disk."""

from pathlib import Path

import click

from benchmarks.dashboard.build import CACHE, Order, build
from benchmarks.dashboard.commits import HOME

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.option("--commits", "count", type=click.IntRange(min=1), default=10, show_default=True, help="How many commits.")
@click.option(
    "--history-of", "last", default="HEAD", show_default=True, help="The last of them: a branch, tag or name."
)
@click.option("-o", "--output", type=FOLDER, required=True, help="Folder of the pages.")
@click.option("--measured", type=FOLDER, help="Results of asv's own runs, such as .asv/results, to be shown too.")
@click.option("--repository", type=FOLDER, default=HOME, help="Clone to read from; this one by default.")
@click.option("--cache", type=FOLDER, default=CACHE, help="Where npm keeps what the pages need.")
def main(count: int, last: str, output: Path, measured: Path | None, repository: Path, cache: Path) -> None:
    """Build the dashboard of exact counts of the last commits. Nothing is checked out, built or run for it."""
    order = Order(repository.resolve(), last, count, None if measured is None else measured.resolve())
    shown = build(order, output.resolve(), cache=cache.resolve())
    click.echo(f"{len(shown)} commits, {shown[0].short} to {shown[-1].short}: open {output / 'index.html'}")


if __name__ == "__main__":
    main()
