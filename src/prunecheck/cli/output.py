"""The exit statuses of all commands, their console, and what they print beside a report."""

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

HELD, REFUTED, USAGE, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 130
WIDE: Final = 200
THEME: Final = Theme(  # legible on light and dark backgrounds
    {"markdown.code": "bold", "markdown.table.header": "bold", "markdown.table.border": "dim"}
)


def console() -> Console:
    """Standard output; in a pipe, with or without forced colours, wide enough that no line is broken."""
    return Console(theme=THEME) if sys.stdout.isatty() else Console(width=WIDE, theme=THEME)


def say(*notes: str) -> None:
    """Print notes to standard error, so that they do not become part of a report."""
    for note in notes:
        click.echo(f"prunecheck: {one_line(note)}", err=True)


@contextmanager
def quiet() -> Iterator[None]:
    """Discard what a search prints from Python, so that it does not mix with our output."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield
