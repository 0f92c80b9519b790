"""The status of a run, in one word."""

from collections.abc import Iterable
from enum import StrEnum


class Status(StrEnum):
    """The status of a run, from worst to best. A refutation is worse than an interrupt."""

    REFUTED = "refuted"
    INTERRUPTED = "interrupted"
    INCONCLUSIVE = "inconclusive"
    HELD = "held"


def worst(statuses: Iterable[Status]) -> Status:
    """The worst status of several runs. Without runs, `held`.

    >>> worst([Status.HELD, Status.INTERRUPTED])
    <Status.INTERRUPTED: 'interrupted'>
    """
    return min(statuses, key=list(Status).index, default=Status.HELD)
