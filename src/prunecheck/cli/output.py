"""Output functions for all commands: the console, notes on standard error, and discarding what a search prints."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.theme import Theme

from prunecheck.errors import one_line

WIDE: Final = 200
THEME: Final = Theme(  # colours that are legible on light and dark backgrounds
    {"markdown.code": "bold", "markdown.table.header": "bold", "markdown.table.border": "dim"}
)


class ReportConsole(Console):
    """A Rich console for reports that raises BrokenPipeError if nobody reads the output pipe any more.

    If the output pipe is closed, Rich's own console would exit with status 1, which would mean that a search has
    failed.
    """

    def on_broken_pipe(self) -> None:
        """Handle a closed output pipe: raise BrokenPipeError."""
        raise BrokenPipeError


def console() -> Console:
    """Make the console that prints to standard output.

    If standard output is not a terminal, lines are not wrapped.
    """
    return ReportConsole(theme=THEME) if sys.stdout.isatty() else ReportConsole(width=WIDE, theme=THEME)


def say(*notes: str) -> None:
    """Print notes to standard error, so that the notes do not become part of a report."""
    for note in notes:
        click.echo(f"prunecheck: {one_line(note)}", err=True)


@contextmanager
def quiet() -> Iterator[None]:
    """A context manager: discard what a Python search prints, which would mix with prunecheck's own output."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield
