"""`prunecheck plot`: plot a saved comparison, or measure and plot."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

from prunecheck.catalog import VARIANTS, Need, Variant, variant
from prunecheck.cli.arguments import names_in
from prunecheck.cli.exit_status import HELD, INTERRUPTED
from prunecheck.cli.help import command
from prunecheck.cli.options import file_option, variants_option
from prunecheck.cli.printing import check_targets
from prunecheck.cli.workload_names import QUICK
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.measure.comparison import ALPHA_BETA, Comparison, read_comparison
from prunecheck.measure.ordering_quality import ordering_quality
from prunecheck.measure.plan import ComparisonPlan, Shapes, named
from prunecheck.measure.session import compare
from prunecheck.plots import crossover, growth, heatmap, ordering, places
from prunecheck.plots.heatmap import Yardstick
from prunecheck.plots.sheet import Picture, check_installed, known_suffix, save
from prunecheck.trees.models.catalog import named_model
from prunecheck.workloads.catalog import workload

KINDS: Final = ("growth", "ordering", "places", "heatmap", "crossover")
TOLD_APART: Final = (ALPHA_BETA, "f1", "choose_move", "aspiration")  # searches that each evaluate different leaves
MODEL, BRANCHING, DEPTHS = "random-order", 4, (1, 2, 3, 4, 5, 6, 7)
YARDSTICKS: Final[dict[str, Yardstick]] = {"alpha-beta": "alpha-beta", "fewest": "fewest"}


@command(
    "plot",
    examples=[
        ("prunecheck plot growth -o growth.svg", "draw how the number of leaves grows with depth"),
        (
            "prunecheck plot heatmap comparison.json -o heatmap.png",
            "draw a comparison that `compare --json` has written",
        ),
    ],
)
@click.argument("kind", metavar="|".join(KINDS))
@click.argument("source", required=False, metavar="[FROM]")
@file_option("-o", "--output", help_text="Write to this file; its name ends in .svg or .png.", required=True)
@variants_option("Measure this variant.")
@click.option(
    "--to",
    metavar="alpha-beta|fewest",
    help="In a heat map, show leaves as multiples of alpha-beta's leaves (default) or of the minimum.",
)
@click.option("-q", "--quiet", is_flag=True, help="Do not print the name of the file.")
def plot(*, kind: str, source: str | None, output: str, variants: Sequence[str], to: str | None, quiet: bool) -> int:
    """Draw a plot of leaves by depth, of move ordering, of cutoffs, or of a comparison.

    FROM is a file that `prunecheck compare --json -o FROM` wrote. Without FROM, a few searches are measured, which
    takes some seconds. The plot `crossover` shows calculated averages for SCOUT and alpha-beta, so nothing is measured.
    """
    if kind not in KINDS:
        raise UnknownNameError("plot", kind, KINDS)
    if to is not None and kind != "heatmap":
        raise click.UsageError(f"--to only applies to a heat map, not to {kind}; drop --to")
    if to is not None and to not in YARDSTICKS:
        raise UnknownNameError("value of --to", to, YARDSTICKS)
    if source is not None and kind == "ordering":
        raise click.UsageError("a saved comparison has no counts for different move orders; drop FROM to measure them")
    if kind == "crossover" and (source is not None or variants):
        raise click.UsageError("this plot shows computed means, so it needs no measurement; drop FROM and --variant")
    if source is not None and variants:
        raise click.UsageError(
            "--variant and FROM cannot be used together, since FROM is already measured; drop one of them"
        )
    check_targets((output,), () if source is None else (source,))
    known_suffix(Path(output))
    check_installed()
    chosen = tuple({row.name: row for row in map(variant, names_in(variants))}.values())
    figure = _figure(kind, source, chosen, to)
    if figure is None:
        click.echo(f"Interrupted; {output} is not written", err=True)
        return INTERRUPTED
    save(figure, Path(output))
    if not quiet:
        click.echo(f"wrote {output}")
    return HELD


def _figure(kind: str, source: str | None, chosen: tuple[Variant, ...], to: str | None) -> "Picture | None":
    """Draw a plot of the given kind. Returns None if the user interrupted the measurement."""
    if kind == "crossover":
        return crossover.figure()
    return _ordering(chosen) if kind == "ordering" else _of_comparison(kind, source, chosen, to)


def _ordering(chosen: tuple[Variant, ...]) -> Picture:
    for form in chosen:
        if Need.STATIC_VALUES in form.needs:
            raise PreconditionError(
                f"{form.name} needs static values, but the model's trees have none; drop {form.name}"
            )
    rows = chosen or tuple(VARIANTS[name] for name in TOLD_APART)
    return ordering.figure(ordering_quality({row.name: row.search for row in rows}))


def _of_comparison(kind: str, source: str | None, chosen: tuple[Variant, ...], to: str | None) -> "Picture | None":
    """Plot a saved comparison, or measure and plot a new one. Returns None if the user interrupted the measurement."""
    comparison = read_comparison(source) if source is not None else compare(_plan(kind, chosen))
    if source is None and not comparison.finished:
        return None
    figures: dict[str, Callable[[Comparison], Picture]] = {
        "growth": growth.figure,
        "places": places.figure,
        "heatmap": lambda found: heatmap.figure(found, to=YARDSTICKS[to or "alpha-beta"]),
    }
    return figures[kind](comparison)


def _plan(kind: str, chosen: tuple[Variant, ...]) -> ComparisonPlan:
    if kind == "growth":
        rows = chosen or tuple(VARIANTS[name] for name in TOLD_APART)
        shapes = Shapes(named_model(MODEL), BRANCHING, DEPTHS)
        return ComparisonPlan(tuple(map(named, rows)), growth=(shapes,), strict=bool(chosen))
    rows = chosen or tuple(VARIANTS.values())
    # bars need the same trees for all searches, but some of these trees have no static values
    if kind == "places" and not chosen:
        rows = tuple(row for row in rows if Need.STATIC_VALUES not in row.needs)
    return ComparisonPlan(tuple(map(named, rows)), tuple(map(workload, QUICK)))
