"""What a call may use: time, memory and output. pytest reads this each time it starts, so it imports nothing else."""

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Budget:
    """What a process may use."""

    seconds: float = 2.0  # for an answer: small trees take milliseconds
    handshake_seconds: float = 5.0  # for the first answer: a Java machine or an interpreter has to start before it
    grace: float = 0.5  # seconds more in which an answer counts as late: slow is another verdict than stuck
    quit_seconds: float = 1.0  # to end when asked to
    reply_bytes: int = 16_000_000  # for one answer: a hundred times the longest that lists the leaves of a drawn tree
    stderr_bytes: int = 1_000_000  # beside one answer: enough for a log, and soon reached by one without an end
    memory_bytes: int = 2_000_000_000  # far more than a search of a small tree needs, and less than most machines have


DEFAULT: Final = Budget()
ANSWER_SECONDS: Final = DEFAULT.seconds


def budget_of(seconds: float) -> Budget:
    """The usual budget with so many seconds for an answer, and no fewer for the handshake."""
    return replace(DEFAULT, seconds=seconds, handshake_seconds=max(DEFAULT.handshake_seconds, seconds))
