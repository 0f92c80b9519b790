"""The command line: arguments in; verification, report and exit status out.

Exit status: 0 all holds, 1 refuted, 2 a mistake in the arguments or their input, 3 inconclusive, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click
import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from prunecheck import __version__
from prunecheck.arguments import fitting, names_in, read_tree, read_window
from prunecheck.catalog import VARIANTS, Variant, variant
from prunecheck.cli_show import show
from prunecheck.contracts.order import ALIASES, CONTRACTS, contract
from prunecheck.errors import PrunecheckError, UnknownNameError, one_line
from prunecheck.report.data import as_json, status
from prunecheck.report.text import print_report
from prunecheck.trees.examples import TREES
from prunecheck.verify.session import EXAMPLES, QUICK_EXAMPLES, Plan, verify
from prunecheck.verify.session import Progress as At

HELD, REFUTED, USAGE, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 130
STATUS = {"held": HELD, "refuted": REFUTED, "inconclusive": INCONCLUSIVE, "interrupted": INTERRUPTED}
WIDE = 200
KINDS = ("variants", "contracts", "trees")


class _Commands(click.Group):
    """Commands; an unknown one gets the nearest match."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        found = super().get_command(ctx, cmd_name)
        if found is None:
            raise UnknownNameError("command", cmd_name, self.list_commands(ctx))
        return found


@click.group(cls=_Commands, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prunecheck")
def commands() -> None:
    """Verify alpha-beta searches against plain minimax.

    Exit status: 0 all holds, 1 refuted, 2 mistake in the arguments or their input, 3 inconclusive, 130 interrupted.
    """


@commands.command("verify")
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
        print_report(_console(), report)
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


commands.add_command(show)


@commands.command("list")
@click.argument("kind", metavar="variants|contracts|trees")
@click.option("--json", "as_data", is_flag=True, help="Print the rows as JSON.")
def list_names(kind: str, *, as_data: bool) -> int:
    """List what there is, each with its source."""
    if kind not in KINDS:
        raise UnknownNameError("list", kind, KINDS)
    rows = {"variants": _variant_rows, "contracts": _contract_rows, "trees": _tree_rows}[kind]()
    if as_data:
        click.echo(msgspec.json.encode(rows).decode())
        return HELD
    console = _console()
    table = Table(box=None if not console.is_terminal else SIMPLE_HEAD, pad_edge=False)
    for column in rows[0]:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row.values()))
    console.print(table)
    return HELD


def _variant_rows() -> list[dict[str, str]]:
    return [
        {
            "variant": each.name,
            "source": f"{each.source_id} {each.source}".strip(),
            "claims": ", ".join(claim.contract + ("*" if claim.condition else "") for claim in each.claims),
            "known to break": ", ".join(dict.fromkeys(known.contract for known in each.breaks)),
            "what it is": each.title,
        }
        for each in VARIANTS.values()
    ]


def _contract_rows() -> list[dict[str, str]]:
    also = {name: ", ".join(alias for alias, target in ALIASES.items() if target == name) for name in CONTRACTS}
    return [
        {"contract": each.name, "also called": also[each.name], "says": each.says, "source": each.source}
        for each in CONTRACTS.values()
    ]


def _tree_rows() -> list[dict[str, str]]:
    return [{"tree": each.name, "source": each.source, "shows": each.shows} for each in TREES.values()]


def _console() -> Console:
    """Standard output; in a pipe wide enough that no line is broken."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; a user's mistake is one line on standard error."""
    try:
        result = commands.main(arguments, prog_name="prunecheck", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as error:
        return _mistake(error.format_message())
    except PrunecheckError as error:
        return _mistake(str(error))
    except BrokenPipeError:  # whoever read standard output has gone: the report did not arrive
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INCONCLUSIVE
    return result if isinstance(result, int) else HELD


def _mistake(message: str) -> int:
    click.echo(f"prunecheck: error: {one_line(message)}", err=True)
    return USAGE


def main() -> NoReturn:
    """The program `prunecheck`."""
    sys.exit(run())
