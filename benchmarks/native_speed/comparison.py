"""Compare contenders on a workload: the same value, the same nodes, and the CPU time of each, in rounds."""

import gc
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from statistics import median
from time import process_time
from typing import Final

import msgspec

from benchmarks.native_speed.contender import Contender, Kind
from prunecheck.errors import PrunecheckError

SHORTEST: Final = 0.02  # seconds of CPU time: shorter searches are repeated
NANOSECONDS: Final = 1e9


class Row(msgspec.Struct, frozen=True):
    """A contender, and its nanoseconds for each node in each round."""

    contender: str
    kind: Kind
    rounds: tuple[float, ...]

    @property
    def nanoseconds(self) -> float:
        """The nanoseconds for each node: the median over the rounds."""
        return median(self.rounds)

    def ratio(self, other: "Row") -> float:
        """The time as a multiple of another contender's: the median over the rounds."""
        return median(mine / its for mine, its in zip(self.rounds, other.rounds, strict=True))


class Comparison(msgspec.Struct, frozen=True):
    """All contenders on one workload; ratios are to the first."""

    workload: str
    value: float
    nodes: int
    rows: tuple[Row, ...]

    def row(self, name: str) -> Row | None:
        """The contender with this name, if it took part."""
        return next((row for row in self.rows if row.contender == name), None)

    def rows_of(self, kind: Kind) -> list[Row]:
        """The rows of one kind of contenders."""
        return [row for row in self.rows if row.kind == kind]

    def ratio(self, row: Row) -> float:
        """The time of a contender as a multiple of the first's."""
        return row.ratio(self.rows[0])


class DisagreementError(PrunecheckError):
    """Contenders visited different nodes, or found different values."""


def compare(workload: str, contenders: Sequence[Contender], rounds: int) -> Comparison:
    """Count the nodes once with each contender, then time the contenders in turn.

    Raises: DisagreementError if values or numbers of nodes differ.
    """
    answers = {contender.name: contender.count() for contender in contenders}
    if len(set(answers.values())) != 1:
        said = "; ".join(f"{name}: value {found.value:g}, {found.nodes:,} nodes" for name, found in answers.items())
        raise DisagreementError(f"not the same search of {workload}: {said}")
    answer = answers[contenders[0].name]
    times = in_turn([contender.search for contender in contenders], rounds)
    rows = [
        Row(contender.name, contender.kind, tuple(round(seconds * NANOSECONDS / answer.nodes, 3) for seconds in took))
        for contender, took in zip(contenders, times, strict=True)
    ]
    return Comparison(workload, answer.value, answer.nodes, tuple(rows))


def in_turn(calls: Sequence[Callable[[], object]], rounds: int) -> list[list[float]]:
    """The CPU seconds of each call in each round; each round starts one call later in the list."""
    for call in calls:  # the first call compiles
        call()
    repeats = [ceil(SHORTEST / max(_seconds(call, 1), 1e-6)) for call in calls]
    times: list[list[float]] = [[] for _ in calls]
    collecting = gc.isenabled()
    gc.disable()
    try:
        for nth in range(rounds):
            for at in _rotated(len(calls), nth):
                gc.collect()
                times[at].append(_seconds(calls[at], repeats[at]))
    finally:
        if collecting:
            gc.enable()
    return times


def _rotated(length: int, by: int) -> Iterable[int]:
    return ((at + by) % length for at in range(length))


def _seconds(call: Callable[[], object], times: int) -> float:
    started = process_time()
    for _ in range(times):
        call()
    return (process_time() - started) / times
