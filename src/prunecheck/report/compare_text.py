"""Print a comparison of searches, or the changes between two comparisons, as plain text or as Markdown."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from rich.console import Console
from rich.table import Table
from rich.text import Text

from prunecheck.errors import quantity
from prunecheck.measure.comparison import ALPHA_BETA, Comparison
from prunecheck.measure.moved import Movement, WorkloadRow
from prunecheck.measure.ratios import by_workload
from prunecheck.report.compare_tables import grids
from prunecheck.report.grid import MARK, SEARCH, WORKLOAD, Grid, Kind, TableColumn, exactly, times
from prunecheck.report.lines import on_screen, say

BY_WORKLOAD: Final[tuple[Kind, ...]] = ("counts", "places")
BRIEF: Final = (
    "For the counts on each workload, name workloads or searches, such as --workload uneven, or use --csv, --markdown "
    "or --html."
)
LONG: Final = 8  # a table with more rows has headings
LEAST_NAME: Final = 8  # columns for a name on a narrow terminal
SPACE = 2  # columns between cells in a pipe
UNBOUNDED = 10_000
LEGEND = (
    f"/minimax, /alpha-beta, /fewest: as a ratio to minimax, to {ALPHA_BETA}, and to the "
    "minimum for any search without memory"
)


GAP: Final = "..."


class Narrowed(NamedTuple):
    """The columns that were left out on a narrow terminal, and the terminal width that all columns would need."""

    left_out: tuple[str, ...]
    needed: int


def print_comparison(console: Console, comparison: Comparison, *, brief: bool = False, grouped: bool = True) -> None:
    """Print all tables of a comparison, the searches that were left out, and a closing line.

    If `brief` is True, do not print tables for single workloads. If `grouped` is True, searches with equal counts
    share a row.
    """
    needed = 0
    left_out: dict[str, None] = {}
    wrong: list[str] = []
    for grid in grids(comparison, grouped=grouped):
        if brief and grid.kind in BY_WORKLOAD:
            wrong += grid.wrong
            continue
        narrowed = print_grid(console, grid)
        if narrowed is not None:
            needed = max(needed, narrowed.needed)
            left_out |= dict.fromkeys(narrowed.left_out)
        console.print()
    if left_out:
        line = (
            f"Not shown: {', '.join(left_out)}. To see these columns, widen the terminal to {needed} columns, "
            "or use --csv."
        )
        say(console, line, hang=0)
    for line in wrong:
        say(console, line, "bold red", hang=0)
    if brief:
        say(console, BRIEF, hang=0)
    for note in comparison.notes:
        say(console, note, hang=0)
    if comparison.costs:
        say(console, LEGEND, hang=0)
    say(console, closing_line(comparison), _style(comparison), hang=0)


def _style(comparison: Comparison) -> str:
    return "bold green" if comparison.finished and not _wrong(comparison) else "bold magenta"


def print_grid(console: Console, grid: Grid) -> Narrowed | None:
    """Print one table. On a narrow terminal, shorten names, and leave out as few columns as possible."""
    narrowed = None
    say(console, grid.title, "bold", hang=0)
    if grid.rows:
        kept = list(range(len(grid.columns)))
        drawn = _drawn(grid, kept, short=on_screen(console))
        if not on_screen(console):
            wanted = _width(console, drawn)
            Console(file=console.file, width=max(console.width, wanted), color_system=None).print(drawn)
        else:
            if _width(console, drawn) > console.width:
                grid = _with_names(grid, without_folders, without_folders)
                drawn = _drawn(grid, kept, short=True)
            wanted = _width(console, drawn)
            spare = [nth for nth in kept if grid.columns[nth].full]
            while spare and _width(console, drawn) > console.width:
                kept.remove(spare.pop())
                drawn = _drawn(grid, kept, short=True)
            left_out = tuple(column.full for nth, column in enumerate(grid.columns) if nth not in kept)
            narrowed = Narrowed(left_out, wanted) if left_out else None
            longest = max(len(name) for row in grid.rows for name in _names(grid, row))
            while longest > LEAST_NAME and _width(console, drawn) > console.width:
                longest -= 1
                grid = _with_names(grid, partial(ends_of, width=longest), partial(starts_of, width=longest))
                drawn = _drawn(grid, kept, short=True)
            console.print(drawn)
    for line in (*grid.alike, *([grid.says] if grid.says else [])):
        say(console, f"  {line}", hang=2)
    for line in grid.wrong:
        say(console, f"  {line}", "bold red", hang=2)
    return narrowed


def _names(grid: Grid, row: Sequence[str]) -> list[str]:
    """The names of the search and the workload in a row of a table."""
    return [cell for column, cell in zip(grid.columns, row, strict=True) if column in (SEARCH, WORKLOAD)]


Shorter: TypeAlias = Callable[[Sequence[str]], Mapping[str, str]]


def _with_names(grid: Grid, searches: Shorter, workloads: Shorter) -> Grid:
    """Copy a table, and replace the names of searches and workloads."""
    shorter = {SEARCH: searches, WORKLOAD: workloads}
    columns = [
        tuple(map(shorter[column](cells).__getitem__, cells)) if column in shorter else cells
        for column, cells in zip(grid.columns, zip(*grid.rows, strict=True), strict=True)
    ]
    return replace(grid, rows=tuple(zip(*columns, strict=True)))


def without_folders(names: Iterable[str]) -> dict[str, str]:
    """Shorten the paths in names: drop each folder that is not needed to tell two names apart.

    >>> without_folders(["src/old/a.py:f", "src/new/a.py:f", "f2"])
    {'src/old/a.py:f': 'old/a.py:f', 'src/new/a.py:f': 'new/a.py:f', 'f2': 'f2'}
    """
    different = list(dict.fromkeys(names))
    for parts in count(1):
        last = {name: "/".join(name.split("/")[-parts:]) for name in different}
        short = {name: name if name.startswith("pipe:") else last[name] for name in different}
        if len(set(short.values())) == len(different):
            break
    return short


def starts_of(names: Iterable[str], width: int) -> dict[str, str]:
    """Shorten each name that is wider than `width`, and keep its start.

    >>> starts_of(["minimax(board, 3)", "uneven"], 12)
    {'minimax(board, 3)': 'minimax(b...', 'uneven': 'uneven'}
    """
    return {name: name if len(name) <= width else name[: width - len(GAP)] + GAP for name in names}


def ends_of(names: Iterable[str], width: int) -> dict[str, str]:
    """Shorten each name that is wider than `width`, and keep its end.

    >>> ends_of(["a_long_name.py:search", "f2"], 12)
    {'a_long_name.py:search': '...py:search', 'f2': 'f2'}
    """
    return {name: name if len(name) <= width else GAP + name[len(name) + len(GAP) - width :] for name in names}


def _width(console: Console, table: Table) -> int:
    return console.measure(table, options=console.options.update(width=UNBOUNDED)).maximum


def _drawn(grid: Grid, kept: Sequence[int], *, short: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, SPACE if not short else 1, 0, 0))
    for nth in kept:
        column = grid.columns[nth]
        table.add_column(_head(column, short=short), justify="right" if column.numeric else "left", no_wrap=True)
    head = ""
    for at, row in enumerate(grid.rows):
        if len(grid.rows) > LONG and grid.families and grid.families[at] != head:
            head = grid.families[at]
            table.add_row(Text(f"{head}:", "italic"))
        table.add_row(*(Text(row[nth], "bold red" if grid.columns[nth] is MARK else "") for nth in kept))
    return table


def _head(column: TableColumn, *, short: bool) -> str:
    """The header of a table column, split into two lines if `short` is True."""
    return re.sub(r"(?<=[a-z][a-z]-)(?=[a-z])", "\n", column.name, count=1) if short and column.numeric else column.name


def closing_line(comparison: Comparison) -> str:
    """Sum up a comparison of searches in one line."""
    workloads = len(by_workload(comparison))
    models = len({(growth.model, growth.branching) for growth in comparison.growth})
    done = [quantity(workloads, "workload")] if workloads else []
    done += [quantity(models, "tree model")] if models else []
    what = f"{quantity(len(_searches(comparison)), 'search', 'es')} on {' and '.join(done) or 'nothing'}"
    wrong = _wrong(comparison)
    values = f"wrong values or errors: {', '.join(wrong)}" if wrong else "all values are right"
    return f"Compared {what}; {values}" if comparison.finished else f"Interrupted: compared {what} so far; {values}"


def _searches(comparison: Comparison) -> set[str]:
    return {cost.search for cost in comparison.costs} | {growth.search for growth in comparison.growth}


def _wrong(comparison: Comparison) -> list[str]:
    """List the searches that returned a wrong value or ended with an error."""
    found = [cost.search for cost in comparison.costs if cost.error or not cost.right]
    found += [growth.search for growth in comparison.growth if growth.error or growth.wrong]
    return list(dict.fromkeys(found))


def markdown(comparison: Comparison, *, grouped: bool = True) -> str:
    """Write all tables of a comparison as Markdown, each with a heading.

    If `grouped` is True, searches with equal counts share a row.
    """
    notes = [*comparison.notes, *([LEGEND] if comparison.costs else []), closing_line(comparison)]
    parts = [*map(grid_markdown, grids(comparison, grouped=grouped)), *(f"{_escape(note)}\n" for note in notes)]
    return "\n".join(parts)


def grid_markdown(grid: Grid) -> str:
    """Write one table of a comparison as Markdown."""
    return "\n".join(_markdown_lines(grid)) + "\n"


def _markdown_lines(grid: Grid) -> Iterator[str]:
    yield f"### {_escape(grid.title)}"
    yield ""
    if grid.rows:
        yield _markdown_row(column.name for column in grid.columns)
        yield _markdown_row("---:" if column.numeric else "---" for column in grid.columns)
        yield from map(_markdown_row, grid.rows)
        yield ""
    for line in (*grid.alike, *([grid.says] if grid.says else []), *grid.wrong):
        yield f"- {_escape(line)}"
    if grid.alike or grid.says or grid.wrong:
        yield ""


def _markdown_row(cells: "tuple[str, ...] | Iterator[str]") -> str:
    return f"| {' | '.join(map(_escape, cells))} |"


def _escape(text: str) -> str:
    """Escape the special characters of Markdown in `text`."""
    return "".join(f"\\{character}" if character in "\\`*_|<>[]#" else character for character in text)


def print_moved(console: Console, found: Movement) -> None:
    """Print the changes between two comparisons: the counts that changed, the totals, and the outcome in one line."""
    for grid in _moved_grids(found):
        print_grid(console, grid)
    style = "bold red" if found.failed else "bold magenta" if not found.compared else "bold green"
    say(console, moved_closing_line(found), style, hang=0)


def moved_markdown(found: Movement) -> str:
    """Write the changes between two comparisons as Markdown."""
    grids = "\n".join(map(grid_markdown, _moved_grids(found)))
    return f"{grids}\n{moved_closing_line(found)}\n"


def _moved_grids(found: Movement) -> Iterator[Grid]:
    """Yield a table of the counts that changed and, if there are totals, a table of totals.

    The table of counts begins with the counts that rose although the user named them with `--fail-on`.
    """
    yield Grid(
        "changes",
        "counts that changed" if found.moved else "no count changed",
        (
            WORKLOAD,
            SEARCH,
            TableColumn("count", numeric=False),
            TableColumn("old"),
            TableColumn("new"),
            TableColumn("ratio"),
            TableColumn("", numeric=False),
        ),
        tuple(
            (
                change.where,
                change.search,
                change.count,
                exactly(change.old),
                exactly(change.new),
                times(change.ratio),
                "ROSE"
                if change.failed
                else "WRONG"
                if WorkloadRow(change.search, change.where) in found.broken
                else "",
            )
            for change in sorted(found.moved, key=lambda change: not change.failed)
        ),
        (
            *_gathered("only in the new comparison", found.came),
            *_gathered("only in the old comparison", found.went),
            *(f"not compared: {reason}" for reason in found.not_compared),
        ),
        tuple(_gathered("no longer right", found.broken)),
    )
    if found.totals:
        yield Grid(
            "changes",
            "totals over workloads with right values in both comparisons",
            (
                SEARCH,
                TableColumn("count", numeric=False),
                TableColumn("workloads"),
                *(TableColumn("old"), TableColumn("new"), TableColumn("ratio")),
            ),
            tuple(
                (
                    total.search,
                    total.count,
                    exactly(total.workloads),
                    *(exactly(total.old), exactly(total.new), times(total.ratio)),
                )
                for total in found.totals
            ),
        )


def _gathered(word: str, rows: Iterable[WorkloadRow]) -> Iterator[str]:
    searches: dict[str, list[str]] = {}
    for row in rows:
        searches.setdefault(row.where, []).append(row.search)
    for where, names in searches.items():
        yield f"{word}: {where}: {', '.join(names)}"


def moved_closing_line(found: Movement) -> str:
    """Sum up the changes between two comparisons in one line."""
    rose = sum(change.failed for change in found.moved)
    counts = f"{quantity(found.compared, 'row')} compared, {quantity(len(found.moved), 'count')} changed"
    gone = found.missing if found.chosen and found.compared else ()
    if rose or found.broken or gone:
        what = [f"{quantity(rose, 'chosen count')} rose"] if rose else []
        what += [f"{len(found.broken):,} no longer right"] if found.broken else []
        what += [f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} missing in the new comparison"] if gone else []
        return f"Failed: {' and '.join(what)} ({counts})"
    if not found.compared:
        return "Nothing to compare: the two comparisons have no rows in common"
    return f"Passed: {' and '.join(found.chosen)} did not rise ({counts})" if found.chosen else counts
