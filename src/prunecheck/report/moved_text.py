"""What moved between two comparisons, for people: a table, what could not be compared, and a closing line."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from prunecheck.measure.moved import Movement, Row
from prunecheck.report.compare_tables import SEARCH, WORKLOAD, Column, Grid, exactly, times
from prunecheck.report.compare_text import grid_markdown, print_grid
from prunecheck.report.lines import counted


def print_moved(console: Console, found: Movement) -> None:
    """Print the table, if anything moved, and the lines below it."""
    print_grid(console, _grid(found))
    style = "bold red" if found.failed else "bold yellow" if not found.compared else "bold green"
    console.print(Text(closing_line(found), style=style), soft_wrap=not console.is_terminal)


def moved_markdown(found: Movement) -> str:
    """The same as Markdown."""
    return f"{grid_markdown(_grid(found))}\n{closing_line(found)}\n"


def _grid(found: Movement) -> Grid:
    return Grid(
        "counts that moved" if found.moved else "no count moved",
        (
            WORKLOAD,
            SEARCH,
            Column("count", numeric=False),
            Column("old"),
            Column("new"),
            Column("ratio"),
            Column("", numeric=False),
        ),
        tuple(
            (
                each.where,
                each.search,
                each.count,
                exactly(each.old),
                exactly(each.new),
                times(each.ratio),
                "ROSE" if each.failed else "",
            )
            for each in found.moved
        ),
        (
            *_gathered("only in the new one", found.came),
            *_gathered("only in the old one", found.went),
            *(f"not compared: {each}" for each in found.not_compared),
        ),
        tuple(_gathered("no longer right", found.broken)),
    )


def _gathered(word: str, rows: Iterable[Row]) -> Iterator[str]:
    searches: dict[str, list[str]] = {}
    for row in rows:
        searches.setdefault(row.where, []).append(row.search)
    for where, names in searches.items():
        yield f"{word}: {where}: {', '.join(names)}"


def closing_line(found: Movement) -> str:
    """How it ended, in one line."""
    rose = sum(each.failed for each in found.moved)
    counts = f"{counted(found.compared, 'row')} compared, {len(found.moved):,} counts moved"
    if rose or found.broken:
        what = [f"{counted(rose, 'chosen count')} rose"] if rose else []
        what += [f"{len(found.broken):,} no longer right"] if found.broken else []
        return f"Failed: {' and '.join(what)} ({counts})"
    if not found.compared:
        return "Nothing to compare: the two have no row in common"
    return f"Passed: {' and '.join(found.chosen)} did not rise ({counts})" if found.chosen else f"Told only: {counts}"
