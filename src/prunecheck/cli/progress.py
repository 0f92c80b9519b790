"""Show progress on standard error: as a bar on a terminal, otherwise as a text line every ten seconds."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from prunecheck.errors import one_line, quantity
from prunecheck.fleet.display import Display
from prunecheck.verify.plan import OnProgress, no_progress
from prunecheck.verify.plan import Progress as At

SECONDS_OF_A_LINE: Final = 10.0  # seconds between two lines, if standard error is not a terminal
EVERY: Final = 0.1  # seconds between two updates
BAR: Final = 10  # columns of the bar
SURE: Final = 1.0  # the remaining time of a stage is estimated after this many seconds


class ProgressLines:
    """Prints a progress line every ten seconds during a run in which one or several searches are checked."""

    def __init__(self, seconds: float = SECONDS_OF_A_LINE) -> None:
        """Start the clock. The first progress line is printed at least `seconds` seconds later."""
        self._seconds = seconds
        self._began = self._last = monotonic()

    def show(self, at: At, about: str) -> None:
        """Print a progress line if the previous line was printed at least ten seconds ago."""
        now = monotonic()
        if now - self._last >= self._seconds:
            self._last = now
            click.echo(f"prunecheck: {clock(now - self._began)}  {one_line(progress_words(at, about))}", err=True)


def progress_display(*, quiet: bool) -> Display:
    """Make a function that shows the progress of each search in a run.

    If `quiet` is True, the function prints no lines.
    """
    return partial(shown_progress, lines=None if quiet else ProgressLines())


@contextmanager
def shown_progress(
    about: str = "", started: float | None = None, *, lines: ProgressLines | None = None
) -> Iterator[OnProgress]:
    """Show how far a check is, each time the check reports its stage: the work done, the time so far, the time left.

    If standard error is not a terminal, or is a CI log, `lines` (if given) prints the stage from time to time. The line
    begins with `about`. Time is counted from `started`, by default from now. The displayed line is removed when the
    `with` block ends. The display starts no thread, since prunecheck only runs a search in a fork if the process has a
    single thread.
    """
    if not sys.stderr.isatty() or os.environ.get("CI", "").lower() not in {"", "0", "false"}:
        yield no_progress if lines is None else partial(lines.show, about=about)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(BAR),
        TextColumn("{task.fields[time]}", markup=False),
    )
    console = Console(stderr=True)
    began = monotonic() if started is None else started
    stage, stage_began, last = "", began, 0.0
    with Progress(
        *columns, console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
    ) as display:
        display.add_task(about or "starting", total=None, time="")
        (task,) = display.tasks

        def show(at: At) -> None:
            nonlocal stage, stage_began, last
            now = monotonic()
            if at.stage == stage and now - last < EVERY:
                return
            if at.stage != stage and not started:
                stage_began = now
            stage, last = at.stage, now
            left = time_left(at, now - stage_began)
            time = clock(now - began) if left is None else f"{clock(now - began)}, {clock(left)} left"
            task.description = shortened(progress_words(at, about), console.width - BAR - len(time) - 3)
            task.completed, task.total = at.done, at.total or None
            task.fields["time"] = time
            display.refresh()

        yield show


def progress_words(at: At, about: str = "") -> str:
    """Describe the stage of a check and how much of it is done. If `about` is empty, add the number of calls so far.

    >>> progress_words(At("random trees", 20, 1_000, 345))
    'random trees 20/1,000, 345 calls'
    """
    parts = [f"{at.stage} {at.done:,}/{at.total:,}" if at.total else at.stage]
    parts += [quantity(at.calls, "call")] if at.calls and not about else []
    parts += [at.detail] if at.detail else [f"{at.rate:,.0f} a second"] if at.rate else []
    return ": ".join(filter(None, (about, ", ".join(parts))))


def shortened(text: str, columns: int) -> str:
    """Shorten `text` to the given number of columns.

    >>> shortened("random trees 20/1,000", 15)
    'random trees...'
    """
    return text if len(text) <= columns else f"{text[: max(0, columns - 3)]}..."


def time_left(at: At, seconds: float) -> float | None:
    """Estimate how many seconds a stage that has run for `seconds` will still take.

    Returns None if the stage has just begun, or if searches run in parallel.

    >>> time_left(At("random trees", 20, 100), 5.0), time_left(At("random trees", 20, 100, limit=3.0), 5.0)
    (20.0, 3.0)
    """
    if not 0 < at.done < at.total or seconds < SURE or at.detail:
        return None
    estimate = seconds * (at.total - at.done) / at.done
    return estimate if at.limit is None else max(0.0, min(estimate, at.limit))


def clock(seconds: float) -> str:
    """Write a number of seconds as minutes and seconds.

    >>> clock(75.2)
    '1:15'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
