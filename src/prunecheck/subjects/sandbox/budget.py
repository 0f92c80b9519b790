"""The limits on time, memory and output for calls of a search.

pytest imports this module at every start, so it only imports parts of the standard library.
"""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of time, memory and output for a process, and for each call of a search in the process."""

    seconds: float = 2.0  # seconds for one call, since small trees take milliseconds
    # seconds for the first reply, since a Java virtual machine or an interpreter may have to start
    handshake_seconds: float = 5.0
    grace: float = 0.5  # a reply within this many extra seconds is late: the program is slow, but does not hang
    quit_seconds: float = 1.0  # seconds to end after a request to quit
    # bytes of one reply, which are a hundred times the longest reply that lists the leaves of a random tree
    reply_bytes: int = 16_000_000
    # bytes of other output during one call, which are enough for a log, but soon exceeded by endless output
    stderr_bytes: int = 1_000_000
    memory_bytes: int = (
        2_000_000_000  # bytes of memory: far more than a search of a small tree needs, and less than most machines have
    )


DEFAULT: Final = Budget()
ANSWER_SECONDS: Final = DEFAULT.seconds


def budget_of(seconds: float) -> Budget:
    """Return the default budget with this many seconds for each call, and at least as many for the handshake."""
    return replace(DEFAULT, seconds=seconds, handshake_seconds=max(DEFAULT.handshake_seconds, seconds))
