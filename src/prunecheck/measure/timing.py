"""Measure the times of several searches, which run alternately.

In each round, each search runs twice; the second run is a control.

The two times of one search in one round differ only by noise, so their ratio measures the noise of the machine at that
moment. If the times of two searches differ by no more than the noise, neither search is measurably faster.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from time import perf_counter
from typing import Final, TypeAlias

from prunecheck.frame_stack import call_with_room
from prunecheck.measure.comparison import Cost

SHORTEST: Final = 0.002  # seconds: shorter calls are repeated
MOST_CALLS: Final = 1_000

Call: TypeAlias = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Timed:
    """The seconds that a search took, and, as a control, the seconds of an identical second call in the same round."""

    seconds: float
    control: float


class Rounds:
    """Functions that are timed in rounds.

    In a round, each call is repeated as often as the clock's resolution requires.
    """

    def __init__(self, calls: Sequence[Call]) -> None:
        """Call each function once, to warm it up and to measure roughly how long it takes."""
        self._calls = [(call, min(MOST_CALLS, ceil(SHORTEST / max(_seconds(call, 1), 1e-7)))) for call in calls]

    def round(self, nth: int) -> list[Timed]:
        """Time each function twice; the second time serves as a control.

        Each round starts one function later in the list than the round before.
        """
        took = [0.0] * (2 * len(self._calls))
        collecting = gc.isenabled()
        gc.collect()
        gc.disable()
        try:
            for at in range(len(took)):
                turn = (at + nth) % len(took)
                took[turn] = call_with_room(_seconds, *self._calls[turn % len(self._calls)])
        finally:
            if collecting:
                gc.enable()
        return [Timed(*pair) for pair in zip(took[: len(self._calls)], took[len(self._calls) :], strict=True)]


def _seconds(call: Call, times: int) -> float:
    started = perf_counter()
    for _ in range(times):
        call()
    return (perf_counter() - started) / times


def slower(cost: Cost, baseline: Cost | None) -> float | None:
    """The median time of a search, as a multiple of the median time of `baseline`.

    Returns None if the search or `baseline` was not timed.
    """
    if baseline is None or not cost.seconds or not baseline.seconds:
        return None
    return median(mine / its for mine, its in zip(cost.seconds, baseline.seconds, strict=False) if its > 0)


def noise(cost: Cost) -> tuple[float, float] | None:
    """The least and the greatest ratio, over all rounds, of the time of the second run to the time of the first run.

    Returns None if the search was not timed.
    """
    ratios = [again / once for once, again in zip(cost.seconds, cost.control, strict=False) if once > 0]
    return (min(ratios), max(ratios)) if ratios else None


def as_fast(cost: Cost, baseline: Cost) -> bool:
    """True if a search is as fast as `baseline`, within the noise that the control calls show."""
    found, controls = slower(cost, baseline), [ratio for row in (cost, baseline) for ratio in noise(row) or ()]
    return found is not None and _from_one(found) <= max(map(_from_one, controls), default=1.0)


def _from_one(ratio: float) -> float:
    """The ratio or its inverse, whichever is greater than 1."""
    return max(ratio, 1 / ratio)
