"""Plan an exhaustive verification: measure how many cases a form takes per second, and compute core-hours."""

from time import process_time
from typing import Final

import click

from prunecheck import catalog
from prunecheck.cli.option_values import Whole
from prunecheck.errors import PrunecheckError
from prunecheck.exhaustive.judge import claims_of, is_compiled, run_shard
from prunecheck.exhaustive.scope import Scope, Shard, shards
from prunecheck.verify.parts_of_scopes import work_on_variants
from prunecheck.verify.plan import Plan

SAMPLES: Final = 3  # shards of different shapes


def rate(name: str, samples: list[Shard]) -> float:
    """The number of cases of these shards that a processor judges in a second, not counting compilation."""
    variant = catalog.variant(name)
    claims = claims_of(variant)
    run_shard(variant, samples[0], claims)  # compiles the search, and lists the orders of the leaves
    begin = process_time()
    cases = sum(run_shard(variant, shard, claims).cases for shard in samples)
    return cases / (process_time() - begin)


def sampled(scope: Scope) -> list[Shard]:
    """Shards of different shapes with the most leaves of a scope."""
    largest = [shard for shard in shards(scope) if shard.leaves == scope.leaves]
    return largest[len(largest) // (2 * SAMPLES) :: len(largest) // SAMPLES][:SAMPLES]


@click.command()
@click.option("--variant", "name", default="strict_test", show_default=True, help="The form to measure.")
@click.option("--leaves", type=Whole(4), multiple=True, default=(6, 7), show_default=True, help="The scope to plan.")
def main(*, name: str, leaves: tuple[int, ...]) -> None:
    """Print the cases, the measured rate and the core-hours of each scope."""
    variant = catalog.variant(name)
    if not is_compiled(variant):
        raise click.UsageError(
            f"{name} is not judged at native speed; run: pip install -e '.[native]', or choose a form"
        )
    click.echo("| scope | cases | million cases a second | core-hours |\n| --- | --- | --- | --- |")
    for size in leaves:
        try:
            (work,) = work_on_variants(Plan(variants=(variant,), exhaustive=size))
            found = rate(name, sampled(work.task.scope))
        except PrunecheckError as mistake:
            raise click.UsageError(str(mistake)) from None
        scope = work.task.scope
        hours = scope.cases / found / 3600
        click.echo(f"| {scope.words} | {scope.cases:,} | {found / 1e6:.1f} | {hours:,.2f} |")


if __name__ == "__main__":
    main()
