"""A comparison as one web page: its tables, its plots, the formulas of growth, and what is noise in its times.

The page has no script and loads nothing, so it opens from a file without a network. Jinja2 and matplotlib, both of the
extra `plot`, are loaded when a page is made, not before.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from prunecheck.errors import PreconditionError
from prunecheck.measure.comparison import Comparison, Cost, Growth
from prunecheck.plots import growth, heatmap, places
from prunecheck.plots.sheet import Picture, as_svg
from prunecheck.report.compare_tables import Grid, grids
from prunecheck.theory.uniform import pearl_branching

if TYPE_CHECKING:
    from jinja2 import Environment

NEEDED: Final = ("matplotlib", "jinja2")
TEMPLATE: Final = "comparison.html.jinja"
TITLES: Final = {
    "counts": "Counts",
    "places": "Where cut-offs come from",
    "growth": "Growth with depth",
    "times": "Times",
    "other": "More",
}


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture in the page, and the words below it."""

    svg: str
    says: str


@dataclass(frozen=True, slots=True)
class Limit:
    """Pearl's limit for one branching."""

    branching: int
    pearl: float


def check_installed() -> None:
    """Refuse to begin what could not be shown in the end. Raises: PreconditionError without the extra `plot`."""
    for package in NEEDED:
        if find_spec(package) is None:
            raise PreconditionError(
                f"reports in HTML need the package `{package}`; install it: pip install 'prunecheck[plot]'"
            )


def comparison_page(comparison: Comparison) -> str:
    """The page, from its first tag to its last.

    Raises: PreconditionError without the extra `plot`.
    """
    check_installed()
    tables: dict[str, list[Grid]] = {}
    for each in grids(comparison):
        tables.setdefault(section(each), []).append(each)
    return (
        _environment()
        .get_template(TEMPLATE)
        .render(
            comparison=comparison,
            searches=list(dict.fromkeys([*_names(comparison.costs), *_names(comparison.growth)])),
            workloads=list(dict.fromkeys(each.workload for each in comparison.costs)),
            tables=tables,
            sections=dict(_sections(comparison, tables)),
            plots=dict(_plots(comparison)),
            limits=[
                Limit(branching, pearl_branching(branching))
                for branching in sorted({each.branching for each in comparison.growth})
            ],
        )
    )


def _names(rows: Iterable[Cost] | Iterable[Growth]) -> list[str]:
    return [each.search for each in rows]


def section(grid: Grid) -> str:
    """Where in the page a table stands, told by the columns that only tables of that kind have."""
    columns = {column.name for column in grid.columns}
    if "d-th root" in columns:
        return "growth"
    if "milliseconds" in columns:
        return "times"
    if "later" in columns:
        return "places"
    if "/fewest" in columns:
        return "counts" if "re-searches" in columns else "summary"
    return "other"


def _sections(comparison: Comparison, tables: Mapping[str, Sequence[Grid]]) -> Iterator[tuple[str, str]]:
    """Those that have something in them, by the name of their place in the page, with their titles."""
    yield from ((name, title) for name, title in TITLES.items() if name in tables)
    if comparison.notes:
        yield "notes", "Left out"


def _plots(comparison: Comparison) -> Iterator[tuple[str, Plot]]:
    """Those that the comparison has something for."""
    usable = [each for each in comparison.costs if not each.error]
    if usable:
        yield (
            "heatmap",
            _plot(
                "heatmap",
                lambda: heatmap.figure(comparison),
                "Leaves read, as a multiple of those of alpha-beta, for each search and workload.",
            ),
        )
        yield (
            "fewest",
            _plot(
                "fewest",
                lambda: heatmap.figure(comparison, to="fewest"),
                "Leaves read, as a multiple of the fewest that any search without memory must read.",
            ),
        )
        yield (
            "places",
            _plot(
                "places",
                lambda: places.figure(comparison),
                "Which child brought the cut-offs: in perfect order it is always the first.",
            ),
        )
    if any(each.depths for each in comparison.growth):
        yield (
            "growth",
            _plot(
                "growth",
                lambda: growth.figure(comparison),
                "Leaves by depth on a logarithmic scale; broad grey lines are what theory says.",
            ),
        )


def _plot(name: str, figure: Callable[[], Picture], says: str) -> Plot:
    return Plot(as_svg(figure(), name, title=says), says)


def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 -- an extra

    return Environment(
        loader=PackageLoader("prunecheck.report.html", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
