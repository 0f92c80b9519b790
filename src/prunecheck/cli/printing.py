"""Where a report goes: to standard output, or to a file; and the files that it may not go to."""

import io
from collections.abc import Callable, Iterable
from pathlib import Path

import click
from rich.console import Console

from prunecheck.cli.output import WIDE, console
from prunecheck.measure.saved import write_text


def print_out(text: str | None, draw: Callable[[Console], None], output: str | None) -> None:
    """Print a text, or where there is none what `draw` prints, to standard output or to a file.

    Raises: ComparisonError where the file cannot be written.
    """
    if output is None and text is None:
        draw(console())
    elif output is None:
        click.echo((text or "").rstrip("\n"))
    else:
        if text is None:
            page = io.StringIO()
            draw(Console(file=page, width=WIDE, no_color=True))
            text = page.getvalue()
        write_text(output, text.rstrip("\n") + "\n")


def check_targets(targets: Iterable[str | None], inputs: Iterable[str]) -> None:
    """Refuse to write a file that is read, or two things into one file. Raises: UsageError."""
    taken = {_place(each) for each in inputs}
    for target in filter(None, targets):
        if _place(target) in taken:
            raise click.UsageError(f"{target!r} is already used as input or for another output; choose another file")
        taken.add(_place(target))


def _place(path: str) -> str:
    try:
        return str(Path(path).resolve())
    except (OSError, ValueError):
        return path
