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
        "speed-targets": markdown(COLUMNS, [target.cells() for target in targets(figures)]),
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
    columns = ["contender", *(f"{comparison.workload} ({comparison.nodes:,} nodes)" for comparison in comparisons)]
    names = dict.fromkeys(row.contender for comparison in comparisons for row in comparison.rows)
    return markdown(columns, [[name, *(_cell(comparison, name) for comparison in comparisons)] for name in names])


def _cell(comparison: Comparison, name: str) -> str:
    row = comparison.row(name)
    return "" if row is None else f"{row.nanoseconds:,.1f} ns, {comparison.ratio(row):,.2f} x"


def _durations(figures: Figures) -> str:
    return markdown(
        ["what", "seconds"], [[duration.what, f"{median(duration.seconds):.2f}"] for duration in figures.durations]
    )
