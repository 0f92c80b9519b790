"""Show the progress of a measurement as a bar on standard error, if standard error is a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def shown_bar(
    doing: str, total: int | None, *, quiet: bool = False, timed: bool = True
) -> Iterator[Callable[..., None]]:
    """Show a progress bar while a `with` block runs.

    Yields the function that updates the bar; it takes the arguments of rich's `Progress.update`.
    """
    errors = Console(stderr=True)
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    columns += [TimeElapsedColumn()] if timed else []
    with Progress(*columns, console=errors, transient=True, disable=quiet or not errors.is_terminal) as progress:
        yield partial(progress.update, progress.add_task(doing, total=total))
