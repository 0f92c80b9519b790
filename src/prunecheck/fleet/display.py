"""Show the progress of a run within a `with` block, which ends before results are printed."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from prunecheck.verify.plan import OnProgress, no_progress


class Display(Protocol):
    """Show progress within a `with` block: the text `about`, and the time since `started` (default: now)."""

    def __call__(self, about: str = "", started: float | None = None) -> AbstractContextManager[OnProgress]:
        """Show progress within a `with` block."""


@contextmanager
def hidden(about: str = "", started: float | None = None) -> Iterator[OnProgress]:
    """Show nothing."""
    yield no_progress
