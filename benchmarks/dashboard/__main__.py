"""`python -m benchmarks.dashboard -o DIR`: the counts of the last commits, as pages that open from disk."""

from pathlib import Path

import click

from benchmarks.dashboard.build import CACHE, Order, build
from benchmarks.dashboard.commits import HOME

RESULTS = Path(".asv") / "results"
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.option("--commits", "count", type=click.IntRange(min=1), default=10, show_default=True, help="How many commits.")
@click.option(
    "--history-of",
    "last",
    default="HEAD",
    show_default=True,
    help="The last commit: a branch, tag or commit.",
)
@click.option(
    "-o",
    "--output",
    type=FOLDER,
    required=True,
    help="Folder of the pages; it may not hold other files.",
)
@click.option(
    "--measured",
    type=FOLDER,
    help="Results of asv's own runs, shown beside the counts; by default .asv/results of the repository.",
)
@click.option("--repository", type=FOLDER, default=HOME, help="Repository to read from; by default this one.")
@click.option("--cache", type=FOLDER, default=CACHE, help="Where npm keeps what the first build downloads.")
def main(count: int, last: str, output: Path, measured: Path | None, repository: Path, cache: Path) -> None:
    """Build the dashboard of exact counts of the last commits. Nothing is checked out, built or run for it."""
    usual = repository / RESULTS
    measured = measured or (usual if (usual / "benchmarks.json").is_file() else None)
    order = Order(repository.resolve(), last, count, None if measured is None else measured.resolve())
    shown = build(order, output.resolve(), cache=cache.resolve())
    click.echo(f"{len(shown)} commits, {shown[0].short} to {shown[-1].short}: open {output / 'index.html'}")


if __name__ == "__main__":
    main()
