"""What was measured, as `figures.json` has it, and the tables of docs/speed.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.native_speed.comparison import Comparison
from benchmarks.native_speed.durations import Duration

FIGURES: Final = Path(__file__).with_name("figures.json")


class Figures(msgspec.Struct, frozen=True):
    """All that one run measured: contenders on Connect Four and on flat trees, and durations.

    `missing` says what could not take part, and how to install it.
    """

    versions: dict[str, str]
    connect_four: tuple[Comparison, ...]
    flat: tuple[Comparison, ...]
    durations: tuple[Duration, ...]
    missing: tuple[str, ...]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Those of both kinds."""
        return self.connect_four + self.flat

    def seconds(self, what: str) -> tuple[float, ...]:
        """The seconds of one of the durations; none if it was not measured."""
        return next((each.seconds for each in self.durations if each.what == what), ())


def committed() -> Figures:
    """The last figures written."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures)


def text(figures: Figures) -> str:
    """The figures as text, a line for each contender."""
    lines = msgspec.json.format(msgspec.json.encode(figures), indent=1).decode()
    return lines + "\n"


def contenders_table(comparisons: Sequence[Comparison]) -> str:
    """Nanoseconds for each node on each workload, and the multiple of the first contender's time."""
    columns = ["contender", *(f"{each.workload} ({each.nodes:,} nodes)" for each in comparisons)]
    names = dict.fromkeys(row.contender for each in comparisons for row in each.rows)
    return markdown(columns, [[name, *(_cell(each, name) for each in comparisons)] for name in names])


def _cell(comparison: Comparison, name: str) -> str:
    row = comparison.row(name)
    return "" if row is None else f"{row.nanoseconds:,.1f} ns, {comparison.ratio(row):,.2f} x"


def markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
