"""Shrinking passes for sequences of calls on a search's own game: fewer calls, full windows, simpler values.

Each shrinking pass proposes sequences that differ from a failing sequence by one change.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from prunecheck.subjects.own_game.tables.sequences import PlannedSearch
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL
from prunecheck.verify.shrink.shrinker import Pass

OwnSequenceSize: TypeAlias = tuple[int, int, int, int, int]


class OwnSequence(NamedTuple):
    """The calls in a sequence on a search's own game, and the values of the game's leaves in a fixed order."""

    steps: tuple[PlannedSearch, ...]
    values: tuple[Number, ...]


def own_sequence_size(sequence: OwnSequence) -> OwnSequenceSize:
    """The size of a sequence of calls, to decide which of two failing sequences is smaller.

    Of two sequences, the one with fewer calls is smaller. If two sequences have equally many calls, four counts are
    compared in turn: windows other than (-inf, inf); values other than 0; values other than 0, 1 and -1; negative
    values. At the first count that differs, the sequence with the lower count is the smaller sequence.
    """
    values = [value for value in sequence.values if value != 0]
    return (
        len(sequence.steps),
        sum(step.window != FULL for step in sequence.steps),
        len(values),
        sum(value not in {1, -1} for value in values),
        sum(value < 0 for value in values),
    )


def drop_a_search(sequence: OwnSequence) -> Iterator[OwnSequence]:
    """Drop one call of a sequence: yield the sequence without its first call, without its second call, and so on.

    Yields nothing if the sequence has only one call.
    """
    for nth in range(len(sequence.steps) if len(sequence.steps) > 1 else 0):
        yield sequence._replace(steps=(*sequence.steps[:nth], *sequence.steps[nth + 1 :]))


def search_in_the_full_window(sequence: OwnSequence) -> Iterator[OwnSequence]:
    """Change the window of one call in a sequence to (-inf, inf).

    Yields one candidate for each call with a narrower window.
    """
    for nth, step in enumerate(sequence.steps):
        if step.window != FULL:
            full = step._replace(window=FULL)
            yield sequence._replace(steps=(*sequence.steps[:nth], full, *sequence.steps[nth + 1 :]))


def values_of_zero(sequence: OwnSequence) -> Iterator[OwnSequence]:
    """Set leaf values to 0: first all values, then each half of the values, then each quarter, and so on.

    The number of candidates is about twice the number of values other than 0.
    """
    places = [nth for nth, value in enumerate(sequence.values) if value != 0]
    size = len(places)
    while size:
        for first in range(0, len(places), size):
            zeros = set(places[first : first + size])
            values = (0 if nth in zeros else value for nth, value in enumerate(sequence.values))
            yield sequence._replace(values=tuple(values))
        size //= 2


def values_of_one(sequence: OwnSequence) -> Iterator[OwnSequence]:
    """Set one leaf value to 1 or -1. Yields two candidates for each leaf value."""
    for nth in range(len(sequence.values)):
        for value in (1, -1):
            yield sequence._replace(values=(*sequence.values[:nth], value, *sequence.values[nth + 1 :]))


VALUE_PASSES: Final[tuple[Pass[OwnSequence], ...]] = (values_of_zero, values_of_one)
