"""Progress on standard error, where that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from prunecheck.verify.plan import OnProgress, no_progress
from prunecheck.verify.plan import Progress as At

EVERY: Final = 0.1  # seconds between two updates


@contextmanager
def shown_progress() -> Iterator[OnProgress]:
    """Show each stage that is reported, how much of it is done, the calls and the time, until the block ends.

    The display starts no thread, because a process with threads does not fork a search.
    """
    if not sys.stderr.isatty():
        yield no_progress
        return
    columns = (TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    console = Console(stderr=True)
    stage, last = "", 0.0
    with Progress(
        *columns, console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
    ) as display:
        display.add_task("starting", total=None)
        (task,) = display.tasks

        def show(at: At) -> None:
            nonlocal stage, last
            if at.stage == stage and monotonic() - last < EVERY:
                return
            stage, last = at.stage, monotonic()
            done = f" {at.done:,}/{at.total:,}" if at.total else ""
            task.description = f"{at.stage}{done}, {at.calls:,} calls" if at.calls else f"{at.stage}{done}"
            task.completed, task.total = at.done, at.total or None
            display.refresh()

        yield show
