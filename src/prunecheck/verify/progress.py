"""What a verification reports while it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """The stage that runs, how much of it is done, and how often searches were called so far.

    `total` is 0 where it is not known beforehand.
    """

    stage: str
    done: int = 0
    total: int = 0
    calls: int = 0


OnProgress: TypeAlias = Callable[[Progress], None]


def no_progress(progress: Progress) -> None:
    """Report to nobody."""
