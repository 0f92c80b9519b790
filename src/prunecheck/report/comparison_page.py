"""Make a web page for a comparison of searches: tables, plots, formulas for growth, and the noise in measured times.

The page contains no script and loads nothing, so it can be opened from a file without a network. The packages Jinja2
and matplotlib (installed with the extra `plot`) are only imported when a page is made.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from prunecheck.measure.comparison import Comparison
from prunecheck.plots import growth, heatmap, installed, places
from prunecheck.plots.sheet import Picture, as_svg
from prunecheck.report.compare_tables import grids
from prunecheck.report.grid import Grid
from prunecheck.theory.uniform import pearl_branching

if TYPE_CHECKING:
    from jinja2 import Environment

NEEDED: Final = ("matplotlib", "jinja2")
TEMPLATE: Final = "comparison.html.jinja"
TITLES: Final = {
    "counts": "Counts",
    "places": "Where cutoffs come from",
    "growth": "Growth with depth",
    "times": "Times",
}


def check_installed() -> None:
    """Check that all packages for a page are installed, before any work is done.

    Raises: PreconditionError if the extra `plot` is missing.
    """
    installed.check_installed("reports in HTML need", *NEEDED)


def comparison_page(comparison: Comparison, *, grouped: bool = True) -> str:
    """Make the HTML page for a comparison. If `grouped` is True, searches with equal counts share a row in tables.

    Raises: PreconditionError if the extra `plot` is not installed.
    """
    check_installed()
    tables: dict[str, list[Grid]] = {}
    for grid in grids(comparison, grouped=grouped):
        tables.setdefault(grid.kind, []).append(grid)
    return (
        _environment()
        .get_template(TEMPLATE)
        .render(
            comparison=comparison,
            searches=list(
                dict.fromkeys([cost.search for cost in comparison.costs] + [row.search for row in comparison.growth])
            ),
            workloads=list(dict.fromkeys(cost.workload for cost in comparison.costs)),
            tables=tables,
            sections=dict(_sections(comparison, tables)),
            plots=dict(_plots(comparison)),
            limits={
                branching: pearl_branching(branching)
                for branching in sorted({row.branching for row in comparison.growth})
            },
        )
    )


def _sections(comparison: Comparison, tables: Mapping[str, Sequence[Grid]]) -> Iterator[tuple[str, str]]:
    """Yield the id and title of each section of the page that is not empty."""
    yield from ((name, title) for name, title in TITLES.items() if name in tables)
    if comparison.notes:
        yield "notes", "Left out"


def _plots(comparison: Comparison) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a plot as SVG, and a caption, for each kind of plot for which the comparison has data."""
    drawn: list[tuple[str, Picture, str]] = []
    if any(not row.error for row in comparison.costs):
        to_alpha_beta = "Leaves evaluated, as a multiple of alpha-beta's, for each search and workload."
        to_fewest = "Leaves evaluated, as a multiple of the minimum for any search without memory."
        by_place = "Which child caused the cutoffs: with perfect move ordering, always the first."
        alike = "Searches with the same counts share a row."
        drawn.append(("heatmap", heatmap.figure(comparison), f"{to_alpha_beta} {alike}"))
        drawn.append(("fewest", heatmap.figure(comparison, to="fewest"), f"{to_fewest} {alike}"))
        drawn.append(("places", places.figure(comparison), by_place))
    if any(row.depths for row in comparison.growth):
        by_depth = "Leaves by depth on a logarithmic scale; broad grey lines show the theory."
        drawn.append(("growth", growth.figure(comparison), by_depth))
    for name, figure, says in drawn:
        yield name, {"svg": as_svg(figure, name, title=says), "says": says}


def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 -- an extra

    return Environment(
        loader=PackageLoader("prunecheck.report", "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
