"""The tables of docs/speed.md, from the figures that were measured last."""

from collections.abc import Iterable, Sequence
from statistics import median

from benchmarks.native_speed.comparison import Comparison
from benchmarks.native_speed.figures import Figures, committed
from benchmarks.native_speed.targets import COLUMNS, targets


def committed_tables() -> dict[str, str]:
    """Each table by its name, in Markdown."""
    figures = committed()
    return {
        "speed-targets": markdown(COLUMNS, [each.cells() for each in targets(figures)]),
        "speed-connect-four": _contenders(figures.connect_four),
        "speed-flat": _contenders(figures.flat),
        "speed-durations": _durations(figures),
    }


def markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _contenders(comparisons: Sequence[Comparison]) -> str:
    """Nanoseconds per node on each workload, and the multiple of the first contender's time."""
    columns = ["contender", *(f"{each.workload} ({each.nodes:,} nodes)" for each in comparisons)]
    names = dict.fromkeys(row.contender for each in comparisons for row in each.rows)
    return markdown(columns, [[name, *(_cell(each, name) for each in comparisons)] for name in names])


def _cell(comparison: Comparison, name: str) -> str:
    row = comparison.row(name)
    return "" if row is None else f"{row.nanoseconds:,.1f} ns, {comparison.ratio(row):,.2f} x"


def _durations(figures: Figures) -> str:
    return markdown(["what", "seconds"], [[each.what, f"{median(each.seconds):.2f}"] for each in figures.durations])
