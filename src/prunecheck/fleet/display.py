"""Show the progress of a run within a `with` block, which ends before results are printed."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from prunecheck.verify.plan import OnProgress, no_progress


class Display(Protocol):
    """The type of a function that shows a text and the elapsed time while a `with` block runs."""

    def __call__(self, about: str = "", started: float | None = None) -> AbstractContextManager[OnProgress]:
        """Show the text `about`, and the time since `started` (default: now), within a `with` block."""


@contextmanager
def hidden(about: str = "", started: float | None = None) -> Iterator[OnProgress]:
    """Show no progress."""
    yield no_progress
