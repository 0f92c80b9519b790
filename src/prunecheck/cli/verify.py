"""`prunecheck verify`: claims and known breaks on trial, progress and report."""

from collections.abc import Sequence

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from prunecheck.catalog import VARIANTS, Variant, variant
from prunecheck.cli.arguments import fitting, names_in, read_tree, read_window
from prunecheck.cli.output import HELD, INCONCLUSIVE, INTERRUPTED, REFUTED, console
from prunecheck.contracts.order import CONTRACTS, contract
from prunecheck.report.data import as_json, status
from prunecheck.report.text import print_report
from prunecheck.verify.session import EXAMPLES, QUICK_EXAMPLES, Plan, verify
from prunecheck.verify.session import Progress as At

STATUS = {"held": HELD, "refuted": REFUTED, "inconclusive": INCONCLUSIVE, "interrupted": INTERRUPTED}


@click.command("verify")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Only this variant. Repeat it, or use commas."
)
@click.option("--contract", "contracts", multiple=True, metavar="NAME", help="Only claims and breaks of this contract.")
@click.option("--claims", multiple=True, metavar="NAME", help="Try this contract, whether a variant claims it or not.")
@click.option("--examples", type=click.IntRange(min=1), metavar="N", help="Trees to draw (1000; with --quick 100).")
@click.option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="Seed of the drawn trees (0).")
@click.option("--quick", is_flag=True, help="Fewer trees and smaller games.")
@click.option("--tree", metavar="TREE", help="Judge this tree: JSON, a file of it, '-', or a listed name.")
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first in nested JSON.")
@click.option("--window", nargs=2, metavar="ALPHA BETA", help="Judge --tree in this window alone.")
@click.option("--json", "as_data", is_flag=True, help="Print the report as one line of JSON.")
def verify_catalogue(
    *,
    variants: Sequence[str],
    contracts: Sequence[str],
    claims: Sequence[str],
    examples: int | None,
    seed: int,
    quick: bool,
    tree: str | None,
    root: str | None,
    window: tuple[str, str] | None,
    as_data: bool,
) -> int:
    """Verify every variant of the catalogue: its claims on drawn trees and on games, and its known breaks."""
    chosen = tuple({row.name: row for row in map(variant, names_in(variants))}.values()) or tuple(VARIANTS.values())
    one_tree = None if tree is None else read_tree(tree, root)
    if one_tree is None and (window or root):
        raise click.UsageError(f"--{'window' if window else 'root'} goes with --tree: drawn trees bring their own")
    if one_tree is not None:
        chosen = fitting(chosen, one_tree, named=bool(variants))
    plan = Plan(
        variants=chosen,
        contracts=_contracts(contracts) or tuple(CONTRACTS),
        claims=_contracts(claims),
        examples=examples or (QUICK_EXAMPLES if quick else EXAMPLES),
        seed=seed,
        quick=quick,
        tree=one_tree,
        windows=(read_window(*window),) if window else (),
    )
    _check_something_to_do(plan.variants, plan.contracts, plan.claims)
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("drawing trees", total=plan.examples)

        def show_progress(at: At) -> None:
            rate = f"{at.doing}, {at.calls:,} calls"
            progress.update(task, description=rate, completed=at.done, total=at.total)

        report = verify(plan, show_progress)
    if as_data:
        click.echo(as_json(report))
    else:
        print_report(console(), report)
    return STATUS[status(report)]


def _contracts(given: Sequence[str]) -> tuple[str, ...]:
    """The contracts of these names, each once."""
    return tuple(dict.fromkeys(contract(name).name for name in names_in(given)))


def _check_something_to_do(variants: tuple[Variant, ...], contracts: tuple[str, ...], claims: tuple[str, ...]) -> None:
    if not claims and not any(each.contracts.intersection(contracts) for each in variants):
        names = " and ".join(each.name for each in variants)
        raise click.UsageError(
            f"{names} neither claims nor is known to break {' or '.join(contracts)}; put it on trial with --claims"
        )
