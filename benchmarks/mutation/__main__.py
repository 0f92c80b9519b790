"""`python -m benchmarks.mutation`: run the tests on every mutant of our searches, compare survivors with the list."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from benchmarks.mutation.chosen import WIDELY, closely, files
from benchmarks.mutation.equivalents import Mutation, equivalents
from benchmarks.mutation.figures import FIGURES, Figures, Row, committed, merged, table, text
from benchmarks.mutation.mutant_tests import ROOT, BrokenTestsError, MutantTests, repository_copy
from benchmarks.mutation.mutants import Mutant, mutants, sources

EVERY: Final = files(sources(ROOT))


def judged(copy: Path, file: str, listed: dict[Mutation, str]) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant of a file, and whether it survives; unlisted mutants must also survive the wider tests.

    Raises: BrokenTestsError if the tests cannot judge.
    """
    place = sources(copy) / file
    found, _ = mutants(file, place.read_text(encoding="utf-8"))
    if not found:
        return
    near = MutantTests(copy, place, closely(file))
    doubted = []
    for mutant in found:
        survives = near.survives(mutant.code)
        if survives and mutant.mutation not in listed:
            doubted.append(mutant)
        else:
            yield mutant, survives
    if doubted:
        wide = MutantTests(copy, place, WIDELY)
        for mutant in doubted:
            yield mutant, wide.survives(mutant.code)


@click.command()
@click.option("--only", "chosen", type=click.Choice(EVERY), multiple=True, help="Only this file; may be repeated.")
@click.option("--write", is_flag=True, help="Rewrite the figures.")
def main(*, chosen: tuple[str, ...], write: bool) -> None:
    """Judge each mutant of the forms and drivers. Takes half an hour for all; exits with 1 if the list is wrong."""
    listed = equivalents()
    rows: Figures = []
    wrong = 0
    try:
        with repository_copy() as copy:
            for file in chosen or EVERY:
                killed = survived = 0
                for mutant, survives in judged(copy, file, listed):
                    survived, killed = survived + survives, killed + (not survives)
                    if survives != (mutant.mutation in listed):
                        wrong += 1
                        what = "survives, and is not listed" if survives else "is listed as equivalent, and is killed"
                        click.echo(f"{mutant.mutation.function}: {what}\n{mutant.diff}\n")
                    elif survives:
                        click.echo(
                            f"{mutant.mutation.function}: survives, as {listed[mutant.mutation]}\n{mutant.diff}\n"
                        )
                rows.append(Row(file, killed + survived, killed))
                click.echo(f"{file}: {killed + survived} mutants, {killed} killed, {survived} survived\n", err=True)
    except BrokenTestsError as error:
        raise click.ClickException(str(error)) from None
    click.echo(table(rows))
    if write:
        rows = merged(committed() if FIGURES.exists() else [], rows, EVERY)
        FIGURES.write_text(text(rows), encoding="utf-8")
    if wrong:
        click.echo(f"{wrong} mutants to kill, or to enter in, or to take out of, benchmarks/mutation/equivalents.toml")
        sys.exit(1)


if __name__ == "__main__":
    main()
