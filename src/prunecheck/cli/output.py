"""What all commands share: the console, notes on standard error, and silencing a search."""

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
    """A console that raises an error if the pipe is closed.

    If the pipe is closed, Rich's own console would exit with the status that means a failing search.
    """

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError."""
        raise BrokenPipeError


def console() -> Console:
    """A console for standard output.

    If standard output is not a terminal, the console is so wide that no line is wrapped.
    """
    return ReportConsole(theme=THEME) if sys.stdout.isatty() else ReportConsole(width=WIDE, theme=THEME)


def say(*notes: str) -> None:
    """Print notes to standard error, which keeps them out of reports."""
    for note in notes:
        click.echo(f"prunecheck: {one_line(note)}", err=True)


@contextmanager
def quiet() -> Iterator[None]:
    """Discard what a search prints from Python, which would mix with prunecheck's own output."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield
