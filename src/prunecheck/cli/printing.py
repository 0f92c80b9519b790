"""Write a report to standard output or to a file, and check that no input file would be overwritten."""

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from prunecheck.cli.output import WIDE, console
from prunecheck.measure.comparison import write_text


def print_out(text: str | None, draw: Callable[[Console], None], output: str | None) -> None:
    """Write `text` (or, if it is None, what `draw` prints) to standard output or to a file.

    Raises: ComparisonError if the file cannot be written.
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
        click.echo(f"wrote {output}")


@contextmanager
def writing(path: str | Path, remedy: str = "choose another file with -o") -> Iterator[None]:
    """A context manager for code that writes a file. Raises: UsageError if writing fails, with a reason and remedy."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, FileNotFoundError) and not (folder := Path(path).parent).is_dir():
            reason, remedy = f"the folder {str(folder)!r} does not exist", f"create it, or {remedy}"
        raise click.UsageError(f"cannot write {str(path)!r}: {reason}; {remedy}") from None


def check_targets(targets: Iterable[str | None], inputs: Iterable[str], *, makes_folders: bool = False) -> None:
    """Check that outputs can be written, go to different files, and do not overwrite an input file.

    If `makes_folders` is True, folders may be missing, since they will be made.

    Raises: UsageError, with the reason.
    """
    taken = {_place(source) for source in inputs}
    for target in filter(None, targets):
        if _place(target) in taken:
            raise click.UsageError(f"{target!r} is already used as input or for another output; choose another file")
        if not (makes_folders and not Path(target).absolute().parent.exists()):
            _check_place(target)
        taken.add(_place(target))


def _check_place(name: str) -> None:
    """Check that a file can be written. Raises: UsageError, with the reason, if the file cannot be written."""
    path, remedy = Path(name), "choose another file"
    try:
        path.stat()
        if not path.is_file():
            reason = "it is a folder" if path.is_dir() else "it is not a regular file"
        else:
            may_write = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK)
            reason = "" if may_write else "no permission"
    except FileNotFoundError:
        if path.parent.is_dir():
            reason = "" if os.access(path.parent, os.W_OK | os.X_OK) else "no permission to write to the folder"
        else:
            reason, remedy = f"the folder {str(path.parent)!r} does not exist", f"create it, or {remedy}"
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
    if reason:
        raise click.UsageError(f"cannot write {name!r}: {reason}; {remedy}")


def _place(path: str) -> str:
    try:
        return str(Path(path).resolve())
    except (OSError, ValueError):
        return path
