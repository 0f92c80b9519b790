"""Compare the speed of our forms, in plain Python and compiled, with C++ and with libraries that visit the same nodes.

    python -m benchmarks.against_cpp

`benchmarks/native_speed/figures.json` contains the last measurements, and docs/speed.md shows them.
"""

import platform
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Final, TypeAlias

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from benchmarks.native_speed.aima_games import aima_contenders
from benchmarks.native_speed.comparison import Comparison, compare
from benchmarks.native_speed.contender import Contender, MissingError
from benchmarks.native_speed.cpp import compiler_version, cpp_contenders
from benchmarks.native_speed.durations import durations
from benchmarks.native_speed.easyai_games import easyai_contenders
from benchmarks.native_speed.figures import FIGURES, Figures, text
from benchmarks.native_speed.openspiel_games import openspiel_contenders
from benchmarks.native_speed.own_forms import native_contenders, plain_contenders
from benchmarks.native_speed.shipped_games import shipped_aima, shipped_easyai, shipped_openspiel
from benchmarks.native_speed.targets import COLUMNS, targets
from benchmarks.native_speed.workloads import ConnectFourWorkload, FlatWorkload, Workload
from prunecheck.cli.output import console

Supplier: TypeAlias = Callable[[Workload], list[Contender]]

FAST: Final[tuple[Supplier, ...]] = (cpp_contenders, native_contenders)
ALL: Final[tuple[Supplier, ...]] = (*FAST, plain_contenders, easyai_contenders, openspiel_contenders, aima_contenders)
SHIPPED: Final[tuple[Supplier, ...]] = (*FAST, plain_contenders, shipped_easyai, shipped_openspiel, shipped_aima)
CONNECT_FOUR: Final = (
    (ConnectFourWorkload(9), ALL),
    (ConnectFourWorkload(7), SHIPPED),
    (ConnectFourWorkload(13), FAST),
)
FLAT: Final = ((FlatWorkload(6, 6), ALL), *((FlatWorkload(6, depth), FAST) for depth in (8, 9, 10)))
QUICK: Final = ((ConnectFourWorkload(7), ALL), (ConnectFourWorkload(4), SHIPPED)), ((FlatWorkload(6, 4), ALL),)
ROUNDS: Final = 9
PACKAGES: Final = ("numba", "easyAI", "open_spiel", "aima3")


def contenders(workload: Workload, suppliers: Sequence[Supplier]) -> tuple[list[Contender], list[str]]:
    """The installed contenders, and the reasons why others do not take part."""
    found: list[Contender] = []
    missing: list[str] = []
    for supplier in suppliers:
        try:
            found += supplier(workload)
        except MissingError as reason:
            missing.append(str(reason))
    return found, missing


def measured(*, rounds: int, quick: bool) -> Figures:
    """Measure everything. Raises: DisagreementError if contenders visit different nodes or find different values."""
    missing: dict[str, None] = {}

    def compared(plan: Sequence[tuple[Workload, Sequence[Supplier]]]) -> tuple[Comparison, ...]:
        done = []
        for workload, suppliers in plan:
            click.echo(workload.title, err=True)
            found, without = contenders(workload, suppliers)
            missing.update(dict.fromkeys(without))
            done.append(compare(workload.title, found, rounds))
        return tuple(done)

    connect_four, flat = (compared(plan) for plan in (QUICK if quick else (CONNECT_FOUR, FLAT)))
    return Figures(versions(), connect_four, flat, durations(rounds, quick=quick), tuple(missing))


def versions() -> dict[str, str]:
    """The versions of Python, of the compiler, and of the packages that are installed."""
    found = {"Python": platform.python_version()}
    with suppress(MissingError):
        found["g++"] = compiler_version()
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def print_figures(figures: Figures) -> None:
    """Print a table for each workload, the targets, and what is missing."""
    shown = console()
    for comparison in figures.comparisons:
        table = Table("contender", title=f"{comparison.workload}: {comparison.nodes:,} nodes", box=SIMPLE_HEAD)
        table.add_column("ns per node", justify="right")
        table.add_column(f"x {comparison.rows[0].contender}", justify="right")
        for row in comparison.rows:
            table.add_row(row.contender, f"{row.nanoseconds:,.1f}", f"{comparison.ratio(row):,.2f}")
        shown.print(table)
    table = Table(*COLUMNS, title="Targets", box=SIMPLE_HEAD)
    for target in targets(figures):
        table.add_row(*target.cells())
    shown.print(table)
    for reason in figures.missing:
        shown.print(f"skipped: {reason}")


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=ROUNDS, show_default=True, help="Rounds of each comparison.")
@click.option("--quick", is_flag=True, help="Small workloads only: a few seconds in place of minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print what was measured as JSON.")
@click.option("--write", is_flag=True, help="Rewrite the figures of docs/speed.md.")
def main(*, rounds: int, quick: bool, as_json: bool, write: bool) -> None:
    """Check that all contenders visit the same number of nodes, then measure CPU time per node, in turn."""
    if write and quick:
        raise click.UsageError("--write needs all workloads; leave out --quick")
    figures = measured(rounds=rounds, quick=quick)
    if as_json:
        click.echo(text(figures), nl=False)
    else:
        print_figures(figures)
    if write:
        if figures.missing:
            raise click.ClickException(f"{FIGURES} is not written: {'; '.join(figures.missing)}")
        FIGURES.write_text(text(figures), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
