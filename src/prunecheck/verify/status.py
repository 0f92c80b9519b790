"""The status of a run, in one word."""

from collections.abc import Iterable
from enum import StrEnum


class Status(StrEnum):
    """The status of a run, from the worst to the best: a refutation is worse than an interrupt."""

    REFUTED = "refuted"
    INTERRUPTED = "interrupted"
    INCONCLUSIVE = "inconclusive"
    HELD = "held"


def worst(statuses: Iterable[Status]) -> Status:
    """The worst status of several runs; `held` without runs.

    >>> worst([Status.HELD, Status.INTERRUPTED])
    <Status.INTERRUPTED: 'interrupted'>
    """
    return min(statuses, key=list(Status).index, default=Status.HELD)
