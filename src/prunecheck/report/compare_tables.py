"""Turn a comparison of searches into tables of text, for the terminal, Markdown and HTML.

If all variants are compared, searches with equal counts share a row. If several searches share a row, the row shows the
name of only one of them. The names of all searches that share a row are listed below the table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Final, TypeVar

from prunecheck.catalog import family
from prunecheck.measure.comparison import ALPHA_BETA, ANY_PLAYERS, BASELINE, Comparison, Cost, Growth
from prunecheck.measure.ratios import (
    REFERENCES,
    SideBySide,
    by_workload,
    geometric_mean,
    growth_rates,
    ratio,
    reference_rates,
)
from prunecheck.measure.timing import as_fast, noise, slower
from prunecheck.report.grid import SEARCH, UNKNOWN, WORKLOAD, Grid, TableColumn, exactly, marked, times
from prunecheck.theory.uniform import pearl_branching

YOURS: Final = "your searches"
PLACES: Final = 5  # child indices with a column in the table of cutoffs; larger indices share a column
NAMESAKES: Final = (BASELINE, ALPHA_BETA, ANY_PLAYERS)  # these names come first if several searches share a row

T = TypeVar("T")
NO_DIFFERENCE: Final = "~1"


def group_alike(
    items: Iterable[T], kind: Callable[[T], object], name: Callable[[T], str], *, grouped: bool
) -> list[list[T]]:
    """Group the items for which `kind` returns equal results. If a group has a baseline, the baseline comes first.

    If `grouped` is False, each item has a group of its own.
    """
    if not grouped:
        return [[item] for item in items]
    groups: dict[object, list[T]] = {}
    for item in items:
        groups.setdefault(kind(item), []).append(item)
    for group in groups.values():
        names = [name(member) for member in group]
        for baseline in NAMESAKES:
            if baseline in names:
                group.insert(0, group.pop(names.index(baseline)))
                break
    return list(groups.values())


def _others(groups: Iterable[list[str]]) -> tuple[str, ...]:
    return tuple(f"same as {names[0]}: {', '.join(names[1:])}" for names in groups if len(names) > 1)


def grids(comparison: Comparison, *, grouped: bool = True) -> Iterator[Grid]:
    """Make all tables of a comparison, in the order in which they are shown.

    If `grouped` is True, searches with equal counts share a row.
    """
    sides = by_workload(comparison)
    for side in sides:
        yield _counts(side, grouped=grouped)
    if sides:
        yield _cut_offs(sides, grouped=grouped)
    if len(sides) > 1:
        yield from _means(sides, grouped=grouped)
    yield from _growth(comparison.growth, grouped=grouped)
    for side in sides:
        if any(cost.seconds for cost in side.costs):
            yield _times(side)


def _family(search: str) -> str:
    return family(search) or YOURS


def _search(cost: Cost) -> str:
    return cost.search


def complaint(cost: Cost) -> str:
    """Say what is wrong with the search that a row is about. Returns an empty text if nothing is wrong."""
    if cost.error:
        return f"{cost.search} on {cost.workload} ended with {cost.error}"
    return "" if cost.right else f"{cost.search} on {cost.workload} got {cost.found}, expected {cost.truth}"


def _mark(row: Cost | Growth) -> str:
    """The mark of a row whose counts look good only because the search is wrong or did not finish."""
    wrong = row.wrong if isinstance(row, Growth) else not row.right
    return "ERROR" if row.error else "WRONG" if wrong else ""


def _leaves(cost: Cost, text: str) -> str:
    """Format the number of evaluated leaves, or a dash for 0, which means that the search did not report leaves."""
    return text if cost.counts.leaves or cost.error else UNKNOWN


def _inner(cost: Cost, text: str) -> str:
    """Format the number of interior nodes, or a dash for an external program that does not report interior nodes."""
    reports = cost.counts.interior or cost.fewest_leaves <= 1 or cost.error
    return text if reports else UNKNOWN


_COUNTS: Final[tuple[tuple[TableColumn, Callable[[SideBySide, Cost], str]], ...]] = (
    (SEARCH, lambda _, cost: cost.search),
    (TableColumn("leaves"), lambda _, cost: _leaves(cost, exactly(cost.counts.leaves))),
    (TableColumn("/minimax"), lambda side, cost: _leaves(cost, times(side.to_minimax(cost, "leaves")))),
    (TableColumn("/alpha-beta"), lambda side, cost: _leaves(cost, times(side.to_alpha_beta(cost, "leaves")))),
    (TableColumn("/fewest"), lambda _, cost: _leaves(cost, times(ratio(cost.counts.leaves, cost.fewest_leaves)))),
    (TableColumn("distinct"), lambda _, cost: _leaves(cost, exactly(cost.counts.distinct_leaves))),
    (TableColumn("interior", full="interior nodes"), lambda _, cost: _inner(cost, exactly(cost.counts.interior))),
    (
        TableColumn("/minimax", full="interior /minimax"),
        lambda side, cost: _inner(cost, times(side.to_minimax(cost, "interior"))),
    ),
    (
        TableColumn("/alpha-beta", full="interior /alpha-beta"),
        lambda side, cost: _inner(cost, times(side.to_alpha_beta(cost, "interior"))),
    ),
    (TableColumn("cutoffs"), lambda _, cost: _inner(cost, exactly(sum(cost.counts.cut_offs)))),
    (TableColumn("re-searches"), lambda _, cost: _inner(cost, exactly(cost.counts.researches))),
)


def _counts(side: SideBySide, *, grouped: bool) -> Grid:
    first = side.costs[0]
    groups = group_alike(
        side.costs, lambda cost: (cost.counts, cost.right, cost.found, cost.error), _search, grouped=grouped
    )
    columns, rows = marked(
        [column for column, _ in _COUNTS],
        (tuple(cell(side, cost) for _, cell in _COUNTS) for cost, *_ in groups),
        [_mark(cost) for cost, *_ in groups],
    )
    return Grid(
        "counts",
        f"{side.workload}: value {first.truth} in ({', '.join(first.window)}), "
        f"fewest leaves {exactly(first.fewest_leaves)}",
        columns,
        rows,
        _others([cost.search for cost in group] for group in groups),
        tuple(filter(None, map(complaint, side.costs))),
        families=tuple(_family(cost.search) for cost, *_ in groups),
    )


def _cut_offs(sides: tuple[SideBySide, ...], *, grouped: bool) -> Grid:
    rows = []
    for side in sides:
        for cost, *_ in group_alike(side.costs, lambda cost: cost.counts.cut_offs, _search, grouped=grouped):
            cut_offs = cost.counts.cut_offs
            if total := sum(cut_offs):
                shares = [*cut_offs[:PLACES], *[0] * (PLACES - len(cut_offs)), sum(cut_offs[PLACES:])]
                cells = (f"{100 * number / total:.1f}%" if number else "" for number in shares)
                rows.append((side.workload, cost.search, exactly(total), *cells))
    return Grid(
        "places",
        "cutoffs by the index (from 0) of the child that caused them",
        (
            WORKLOAD,
            SEARCH,
            TableColumn("cutoffs"),
            *(TableColumn(f"at {place}") for place in range(PLACES)),
            TableColumn("later"),
        ),
        tuple(rows),
        says="searches with the same cutoffs share a row" if grouped else "",
    )


def _means(sides: tuple[SideBySide, ...], *, grouped: bool) -> Iterator[Grid]:
    """Yield a table with means over all workloads.

    If a search only ran on some of the workloads, also yield a table with means over the workloads on which that search
    ran.
    """
    ran: dict[str, list[str]] = {}
    for side in sides:
        for cost in side.costs:
            ran.setdefault(cost.search, []).append(side.workload)
    for workloads in sorted(set(map(tuple, ran.values())), key=len, reverse=True):
        if len(workloads) > 1:
            shared = [side for side in sides if side.workload in workloads]
            yield _mean_ratios(shared, ran, len(sides), grouped=grouped)


def _mean_ratios(sides: Sequence[SideBySide], ran: Mapping[str, Sequence[str]], of: int, *, grouped: bool) -> Grid:
    """Make a table of geometric means over some workloads, for searches that are right on these workloads.

    The table also has rows for the baselines, minimax and alpha-beta, since the ratios are relative to these baselines.
    """
    leaves: dict[str, list[tuple[int, int]]] = {}
    ratios: dict[str, list[tuple[float | None, ...]]] = {}
    for side in sides:
        for cost in side.costs:
            if cost.right and (len(ran[cost.search]) == len(sides) or cost in (side.minimax, side.alpha_beta)):
                counts, plain = cost.counts, side.alpha_beta
                leaves.setdefault(cost.search, []).append((counts.leaves, counts.distinct_leaves))
                ratios.setdefault(cost.search, []).append(
                    (
                        *(side.to_minimax(cost, "leaves"), side.to_alpha_beta(cost, "leaves")),
                        ratio(counts.leaves, cost.fewest_leaves),
                        ratio(counts.distinct_leaves, plain.counts.leaves if plain else None),
                    )
                )
    everywhere = [search for search, found in leaves.items() if len(found) == len(sides)]
    groups = group_alike(everywhere, lambda search: (*leaves[search], *ratios[search]), str, grouped=grouped)
    rows = []
    for search, *_ in groups:
        *means, distinct = (times(_mean(column)) for column in zip(*ratios[search], strict=True))
        total, different = (exactly(sum(column)) for column in zip(*leaves[search], strict=True))
        rows.append((search, total, *means, different, distinct))
    named = ", ".join(side.workload for side in sides)
    where = f"all {of} workloads" if len(sides) == of else f"the {len(sides)} workloads {named}"
    return Grid(
        "summary",
        f"over {where}: total leaves, and geometric means of the ratios",
        (
            *(
                SEARCH,
                TableColumn("leaves"),
                TableColumn("/minimax"),
                TableColumn("/alpha-beta"),
                TableColumn("/fewest"),
            ),
            *(TableColumn("distinct"), TableColumn("/alpha-beta")),
        ),
        tuple(rows),
        _others(groups),
        says="only includes searches that were right on all these workloads"
        if len(sides) == of
        else "searches that only run on these workloads",
        families=tuple(_family(search) for search, *_ in groups),
    )


def _mean(ratios: tuple[float | None, ...]) -> float | None:
    """The geometric mean of some ratios. Returns None if a ratio is missing or 0."""
    there = [number for number in ratios if number]
    return geometric_mean(there) if len(there) == len(ratios) else None


def _growth(growth: tuple[Growth, ...], *, grouped: bool) -> Iterator[Grid]:
    """Yield a table for each tree model (kind of random tree). Rows with theoretical values precede the searches."""
    models: dict[tuple[str, int, int], list[Growth]] = {}
    for curve in growth:
        models.setdefault((curve.model, curve.branching, curve.trees), []).append(curve)
    for (model, branching, trees), rows in models.items():
        depths = sorted({depth for row in rows for depth in row.depths})
        references = {name: reference_rates(name, branching, depths) for name in REFERENCES}
        by_depth = [{rate.depth: rate.leaves for rate in rates} for rates in references.values()]
        groups = group_alike(
            rows,
            lambda row: (row.depths, row.leaves, row.wrong, row.error),
            lambda row: row.search,
            grouped=grouped,
        )
        lines = [(name, rate, "") for name, rates in references.items() for rate in rates]
        lines += [(row.search, rate, _mark(row)) for row, *_ in groups for rate in growth_rates(row)]
        columns, cells = marked(
            (
                SEARCH,
                TableColumn("depth"),
                TableColumn("leaves"),
                TableColumn("N(d)/N(d-1)"),
                TableColumn("2-ply root"),
                TableColumn("d-th root"),
                *(TableColumn(f"/{name}") for name in references),
            ),
            (
                (
                    name,
                    str(rate.depth),
                    exactly(rate.leaves),
                    *map(times, (rate.from_last, rate.two_ply, rate.root)),
                    *(times(ratio(rate.leaves, leaves[rate.depth])) for leaves in by_depth),
                )
                for name, rate, _ in lines
            ),
            [mark for *_, mark in lines],
        )
        yield Grid(
            "growth",
            f"growth on {model}, {branching} children: mean leaves N(d) of {trees} {'tree' if trees == 1 else 'trees'}",
            columns,
            cells,
            _others([row.search for row in group] for group in groups),
            tuple(filter(None, map(_growth_complaint, rows))),
            f"b^d: all leaves; N(b, d): alpha-beta's mean for independent leaf values (growth per ply tends to "
            f"Pearl's limit, {pearl_branching(branching):.4f}); fewest: best order",
        )


def _growth_complaint(row: Growth) -> str:
    if row.error:
        return f"{row.search} on {row.model} ended with {row.error}"
    return f"{row.search} on {row.model} returned a wrong value on {row.wrong} trees" if row.wrong else ""


def _times(side: SideBySide) -> Grid:
    rounds = max(len(cost.seconds) for cost in side.costs)
    timed = [(cost, spread) for cost in side.costs if (spread := noise(cost))]
    columns, rows = marked(
        (
            SEARCH,
            TableColumn("milliseconds"),
            TableColumn("/minimax"),
            TableColumn("/alpha-beta"),
            TableColumn("A/A control"),
        ),
        (_time(cost, side, spread) for cost, spread in timed),
        [_mark(cost) for cost, _ in timed],
    )
    return Grid(
        "times",
        f"time on {side.workload}: medians of {rounds} {'round' if rounds == 1 else 'rounds'}",
        columns,
        rows,
        says=(
            f"A/A control: a search is timed twice, so the ratio shows the noise; {NO_DIFFERENCE} means within "
            "this noise"
        ),
    )


def _time(cost: Cost, side: SideBySide, spread: tuple[float, float]) -> tuple[str, ...]:
    return (
        cost.search,
        f"{1000 * median(cost.seconds):,.3f}",
        _slower(cost, side.minimax),
        _slower(cost, side.alpha_beta),
        f"{spread[0]:.2f} to {spread[1]:.2f}",
    )


def _slower(cost: Cost, baseline: Cost | None) -> str:
    """Format the ratio of two times, or `~1` if the times differ by no more than the measuring noise."""
    if cost is baseline:
        return "1"
    return NO_DIFFERENCE if baseline is not None and as_fast(cost, baseline) else times(slower(cost, baseline))
