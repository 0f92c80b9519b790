"""The speed targets, each with the measured numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from benchmarks.native_speed.comparison import Comparison
from benchmarks.native_speed.compiling import FIRST, FURTHER, GROUP
from benchmarks.native_speed.contender import Kind
from benchmarks.native_speed.durations import IMPORT
from benchmarks.native_speed.exhausting import SCOPES, name_of
from benchmarks.native_speed.figures import Figures
from benchmarks.native_speed.own_forms import FORMS, ONE_FUNCTION, TWO_FUNCTIONS, counted_name, native_name

COLUMNS: Final = ("what", "target", "measured", "reached")


@dataclass(frozen=True, slots=True)
class Target:
    """A limit for the measured numbers: the greatest allowed number or, if `least` is True, the least one."""

    what: str
    limit: float
    unit: str
    measured: tuple[float, ...]
    least: bool = False

    @property
    def reached(self) -> bool | None:
        """True if every number is within the limit; None if nothing was measured."""
        if not self.measured:
            return None
        return min(self.measured) >= self.limit if self.least else max(self.measured) <= self.limit

    def cells(self) -> tuple[str, str, str, str]:
        """The row of the table."""
        bound = f"at {'least' if self.least else 'most'} {self.limit:g} {self.unit}"
        ends = dict.fromkeys(f"{end(self.measured):.3g}" for end in (min, max)) if self.measured else {}
        found = f"{' to '.join(ends)} {self.unit}" if ends else "not measured"
        return self.what, bound, found, {True: "yes", False: "no", None: ""}[self.reached]


def targets(figures: Figures) -> Iterator[Target]:
    """The targets in the order of the table."""
    deep, large = _only_fast(figures.connect_four), _only_fast(figures.flat)
    yield Target("native in one function / C++, Connect Four", 1.3, "x", _to_cpp(deep, ONE_FUNCTION))
    yield Target("native in two functions / C++, Connect Four", 1.5, "x", _to_cpp(deep, TWO_FUNCTIONS))
    yield Target("native / C++, flat trees", 1.5, "x", _to_cpp(large, FORMS))
    yield Target("native, counted / not counted", 1.25, "x", _counted(deep + large))
    for name, some in (("Connect Four", figures.connect_four), ("flat trees", figures.flat)):
        yield Target(f"libraries / native, {name}", 300, "x", _ratios(some, "library", "native"), least=True)
        yield Target(f"plain Python / libraries, {name}", 1, "x", _ratios(some, "plain", "library"))
    shipped = _ratios(figures.connect_four, "library with its own game", "native")
    yield Target("libraries with their own games / native, Connect Four", 300, "x", shipped, least=True)
    for form, limit in (("two_functions", 10), ("fail_soft", 30), ("scout", 10)):
        seconds = _median(figures.seconds(name_of(form)))
        yield Target(name_of(form), limit, "s", seconds)
        rate = tuple(SCOPES[form].cases / duration / 1e6 for duration in seconds)
        yield Target(f"exhaustive: {form}, cases per second", 25, "million", rate, least=True)
    yield Target(FIRST, 1, "s", _median(figures.seconds(FIRST)))
    yield Target(FURTHER, 0.3, "s", _median(figures.seconds(FURTHER)))
    yield Target(GROUP, 0.6, "s", _median(figures.seconds(GROUP)))
    yield Target(IMPORT, 0.15, "s", _median(figures.seconds(IMPORT)))


def _only_fast(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """The comparisons on large workloads, which only C++ and compiled forms search."""
    return [comparison for comparison in comparisons if not comparison.rows_of("plain")]


def _to_cpp(comparisons: Iterable[Comparison], forms: Iterable[str]) -> tuple[float, ...]:
    """The times of the compiled forms, as multiples of the time of C++ in one function, which comes first."""
    names = {native_name(form) for form in forms}
    return tuple(
        row.ratio(comparison.rows_of("C++")[0])
        for comparison in comparisons
        for row in comparison.rows
        if row.contender in names and comparison.rows_of("C++")
    )


def _counted(comparisons: Iterable[Comparison]) -> tuple[float, ...]:
    pairs = [
        (comparison.row(counted_name(ONE_FUNCTION[0])), comparison.row(native_name(ONE_FUNCTION[0])))
        for comparison in comparisons
    ]
    return tuple(counted.ratio(alone) for counted, alone in pairs if counted and alone)


def _ratios(comparisons: Iterable[Comparison], of: Kind, to: Kind) -> tuple[float, ...]:
    return tuple(
        mine.ratio(its)
        for comparison in comparisons
        for mine in comparison.rows_of(of)
        for its in comparison.rows_of(to)
    )


def _median(seconds: tuple[float, ...]) -> tuple[float, ...]:
    return (median(seconds),) if seconds else ()
