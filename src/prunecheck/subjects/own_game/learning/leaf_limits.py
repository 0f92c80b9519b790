"""Limits on the leaf values in a learned game, and random leaf values within these limits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from prunecheck.errors import brief
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show

DRAWN: Final = 0.95  # the largest random value, as a share of the largest value
EVEN: Final = 9 / 10  # the same for a run in which all values are equal
WHOLE_FROM: Final = 4  # if the largest allowed value is at least this, whole numbers are drawn
CHANGES: Final = (
    "was only checked with values from {:,} to {:,}, since it changes values outside this range that its recursive "
    "calls return"
)
BOUNDED: Final = (
    "computes bounds on values from the position, such as the distance to the end, so it was only checked with "
    "values of its own game"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a learned game: leaf values are between `-values` and `values`.

    If `whole` is True, leaves only get whole numbers.

    The calls `plies` plies below the starting call are leaves of every tree. `plies` is None if the whole game was
    recorded. If `among` is not empty, leaves only get values from `among`. If `only_real` is True, a leaf only gets
    values that leaves at the same ply have in the user's game.
    """

    values: Number
    plies: int | None = None
    whole: bool = False
    among: tuple[Number, ...] = ()
    only_real: bool = False

    def allows(self, value: Number) -> bool:
        """True if leaves may have this value and its negative."""
        return value in self.among if self.among else -self.values <= value <= self.values

    @property
    def ends(self) -> tuple[Number, Number]:
        """A small and a large allowed value, in this order."""
        if self.among:
            return self.among[0], self.among[-1]
        end = self.values * EVEN
        end = int(end) if self.whole or self.values >= WHOLE_FROM else end
        return -end, end

    def draw(self, random: Random) -> Number:
        """Choose one allowed leaf value at random."""
        if self.among:
            return random.choice(self.among)
        if self.whole:
            return random.randint(-int(self.values), int(self.values))
        return random.uniform(-DRAWN, DRAWN) * self.values

    def drawn(self, random: Random, count: int) -> Sequence[Any]:
        """Choose `count` random values.

        The values are different unless they must be whole numbers or come from `among`.
        """
        if not (self.among or self.whole) and self.values >= max(count, WHOLE_FROM):
            return random.sample(range(1 - int(self.values), int(self.values)), count)
        return [self.draw(random) for _ in range(count)]


def limits_in_words(limits: Limits, own: Number) -> Iterator[str]:
    """Yield a note on the leaf values with which the search is checked, unless all values up to `own` are allowed.

    `own` is the largest leaf value in the user's game.
    """
    if limits.only_real:
        yield BOUNDED
    elif limits.values < own:
        yield CHANGES.format(-limits.values, limits.values)
    elif limits.among:
        values = brief(", ".join(map(show, limits.among)))
        yield (
            f"stops early, for example after a win, so it is only checked with leaf values of its own game: {values}"
        )
