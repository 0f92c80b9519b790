"""The shrinking passes for sequences of searches on a search's own game: fewer searches, full windows, simpler values.

Each pass proposes sequences that differ from a failing sequence by one change.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from prunecheck.subjects.own_game.tables.sequences import PlannedSearch
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL
from prunecheck.verify.shrink.shrinker import Pass

OwnSequenceSize: TypeAlias = tuple[int, int, int, int, int]


class OwnSequence(NamedTuple):
    """The searches in a sequence, and the leaf values, with leaves in a fixed order."""

    steps: tuple[PlannedSearch, ...]
    values: tuple[Number, ...]


def own_sequence_size(sequence: OwnSequence) -> OwnSequenceSize:
    """The size of a sequence, to compare candidates when shrinking.

    Compared in this order: the number of searches, of windows other than the full one, of values other than 0, of
    values other than 0, 1 and -1, and of negative values.
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
    """Yield the sequence without its first search, without its second, and so on. The only search is never dropped."""
    for nth in range(len(sequence.steps) if len(sequence.steps) > 1 else 0):
        yield sequence._replace(steps=(*sequence.steps[:nth], *sequence.steps[nth + 1 :]))


def search_in_the_full_window(sequence: OwnSequence) -> Iterator[OwnSequence]:
    """Change one search to the full window: one candidate for each search in another window."""
    for nth, step in enumerate(sequence.steps):
        if step.window != FULL:
            full = step._replace(window=FULL)
            yield sequence._replace(steps=(*sequence.steps[:nth], full, *sequence.steps[nth + 1 :]))


def values_of_zero(sequence: OwnSequence) -> Iterator[OwnSequence]:
    """Set values to 0: first all, then halves, and so on.

    There are about twice as many candidates as values other than 0.
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
    """Set a value to 1 or -1: two candidates for each value."""
    for nth in range(len(sequence.values)):
        for value in (1, -1):
            yield sequence._replace(values=(*sequence.values[:nth], value, *sequence.values[nth + 1 :]))


SEARCH_PASSES: Final[tuple[Pass[OwnSequence], ...]] = (drop_a_search, search_in_the_full_window)
VALUE_PASSES: Final[tuple[Pass[OwnSequence], ...]] = (values_of_zero, values_of_one)
