"""How long an answer may take: seconds in which there is a processor for whoever is to give it.

On a busy machine a search may hardly get one; it is not said to hang for that.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from prunecheck.subjects.running import starved_here

MOST: Final = 50  # times the seconds: what is waited for a search that gets no processor
EARLY: Final = 1 / 8  # of the seconds: when to begin to look


class Wait:
    """The wait for an answer."""

    def __init__(self, seconds: float, starved: Callable[[], float] = starved_here) -> None:
        """It begins now; `starved` tells for how long the one who is to answer was without a processor, ever."""
        self.seconds = seconds
        self._begun = monotonic()
        self._starved = starved
        self._last: float | None = None  # what it told last; most answers come before anybody has to ask
        self._without = 0.0

    def had(self) -> float:
        """The seconds that there were for the answer; those on the clock are at most `MOST` times as many.

        What was missing before this was first asked, after an eighth of the seconds or more, counts as had.
        """
        past = monotonic() - self._begun
        if past < self.seconds * EARLY:
            return past
        now = self._starved()
        if self._last is not None:  # it tells less where a thread that had waited long has ended
            self._without += max(0.0, now - self._last)
        self._last = now
        return max(past - self._without, past / MOST)
