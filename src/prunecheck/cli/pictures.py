"""Choose the format of the picture that `prunecheck show` draws, and write the picture."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from prunecheck.cli.output import console
from prunecheck.cli.printing import writing
from prunecheck.plots import png
from prunecheck.report.draw import picture
from prunecheck.report.tree_text import BOXES, tree_lines
from prunecheck.verify.explain.trace import Trace

EXTENSIONS: Final = {"text": ".txt", "svg": ".svg", "png": ".png"}
STARTS: Final = {"svg": b"<svg", "png": b"\x89PNG"}  # the first bytes of the picture files that prunecheck writes
KNOWN: Final = "use .svg, .png or .txt"
PAGE: Final = 80  # width of a text that is not printed on a terminal


def format_for(wanted: str | None, output: str | None) -> str:
    """Choose the format of the picture.

    The format is `wanted` or, if `wanted` is None, the format for the extension of the file `output`. If both `wanted`
    and `output` are None, the format is text.

    Raises: UsageError if the extension is unknown or belongs to a format other than `wanted`; PreconditionError for PNG
    if the extra `plot` is not installed.
    """
    if output is None:
        found = wanted or "text"
        if found == "png" and sys.stdout.isatty():
            raise click.UsageError("a PNG picture cannot be shown on a terminal; name a file with -o")
    else:
        extension = Path(output).suffix.lower()
        fitting = [name for name, known in EXTENSIONS.items() if known == extension]
        if not fitting:
            what = f"unknown extension {extension!r}" if extension else "no extension"
            raise click.UsageError(f"cannot write {output!r}: {what}; {KNOWN}")
        found = wanted or fitting[0]
        if found not in fitting:
            raise click.UsageError(
                f"--format {found} does not fit {output!r}; use {EXTENSIONS[found]}, or drop --format"
            )
    if found == "png":
        png.check_installed()
    return found


def write_picture(traces: Sequence[Trace], form: str, output: str | None, *, dark: bool) -> None:
    """Draw one or several searches side by side, and write the picture to the file `output` or to standard output.

    Raises: UsageError if the file cannot be written, or exists and is not a picture in that format.
    """
    if form == "text" and output is None:
        _print(traces, console())
        return
    if form == "text":
        data: str | bytes = "".join(f"{line.text}\n" for line in tree_lines(traces, width=PAGE))
    else:
        svg = picture(*traces, dark=dark).svg
        data = png.as_png(svg) if form == "png" else svg
    if output is None:
        click.echo(data, nl=False)
    else:
        _write(data, form, Path(output))


def _print(traces: Sequence[Trace], shown: Console) -> None:
    try:
        "".join(BOXES).encode(shown.encoding)
    except (UnicodeEncodeError, LookupError):
        boxes = False
    else:
        boxes = True
    for line in tree_lines(traces, width=shown.width if shown.file.isatty() else PAGE, boxes=boxes):
        shown.print(Text(line.text, style=line.style), soft_wrap=True)


def _write(data: str | bytes, form: str, path: Path) -> None:
    with writing(path):
        if form in STARTS and path.is_file():
            with path.open("rb") as there:
                start = there.read(len(STARTS[form]))
            if start not in {b"", STARTS[form]}:
                raise click.UsageError(
                    f"{str(path)!r} already exists, and is not an {form.upper()} file; choose another file with -o"
                )
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    click.echo(f"wrote {path}")
