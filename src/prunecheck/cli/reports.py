"""Write the reports that the user asked for: to files, and as GitHub annotations on standard output."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from prunecheck.cli.printing import check_targets, writing
from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import write_text
from prunecheck.report.ci_formats import (
    GITLAB_EMPTY,
    GITLAB_HEAD,
    SARIF_HEAD,
    as_annotations,
    as_gitlab,
    as_junit,
    as_markdown,
    as_sarif,
)
from prunecheck.report.sheet import Sheet
from prunecheck.report.witness_svg import as_svg

FORMS: Final[dict[str, tuple[Callable[[Sheet], str], tuple[str, ...], str, tuple[str, ...]]]] = {
    # option -> (function that writes the report, possible first characters of the report, its name, its extensions)
    "junit": (
        as_junit,
        ("<?xml version='1.0' encoding='us-ascii'?>\n<testsuites name=\"prunecheck\"",),
        "JUnit report",
        (".xml",),
    ),
    "sarif": (as_sarif, (SARIF_HEAD,), "SARIF report", (".sarif", ".json")),
    "gitlab": (as_gitlab, (GITLAB_HEAD, GITLAB_EMPTY), "Code Quality report", (".json",)),
    "markdown": (as_markdown, ("## prunecheck: ",), "Markdown summary", (".md", ".markdown", ".txt")),
    "svg": (as_svg, ("<svg",), "picture in SVG", (".svg",)),
}


@dataclass(frozen=True, slots=True)
class Reports:
    """The report files that the user asked for, and whether to print annotations for GitHub.

    If `github` is None, a run inside a GitHub workflow writes a step summary and, unless JSON is printed, annotations.
    """

    junit: str | None = None
    markdown: str | None = None
    svg: str | None = None
    github: bool | None = None
    sarif: str | None = None
    gitlab: str | None = None

    def check(self, *, as_data: bool, inputs: Iterable[str] = ()) -> None:
        """Check, before any work is done, that reports can be written, and that none would overwrite any other file.

        Raises: UsageError if two reports would go to one file, if a file is one of `inputs`, if a file exists and is
        not a report of the same kind, if its extension does not fit the kind, or if annotations would be mixed with
        JSON.
        """
        check_targets([getattr(self, option) for option in FORMS], inputs)
        for option, (_, starts, kind, extensions) in FORMS.items():
            if (path := getattr(self, option)) is not None:
                _check_report(path, starts, f"{kind} from prunecheck")
                if (extension := Path(path).suffix.lower()) not in {"", *extensions}:
                    raise click.UsageError(
                        f"cannot write {path!r}: --{option} writes a {kind}, not {extension}; use {extensions[0]}"
                    )
        if self.github and as_data:
            raise click.UsageError("--github and --json both write to standard output; choose one")

    def write(self, sheet: Sheet, *, as_data: bool) -> None:
        """Write all reports that the user asked for; `as_data` is True if the command prints JSON.

        Raises: PrunecheckError if a file cannot be written, after all other files have been written.
        """
        mistake: PrunecheckError | None = None
        for option, (form, *_) in FORMS.items():
            if (path := getattr(self, option)) is not None:
                try:
                    write_text(path, form(sheet))
                except PrunecheckError as error:
                    mistake = mistake or error
        in_workflow = self.github is not False and os.environ.get("GITHUB_ACTIONS") == "true"
        if self.github or (in_workflow and not as_data):
            click.echo(as_annotations(sheet), nl=False)
        if in_workflow and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
            # an unwritable summary is the CI runner's fault, not the user's
            with suppress(OSError), Path(summary).open("a", encoding="utf-8") as file:
                file.write(as_markdown(sheet))
        if mistake is not None:
            raise mistake


def _check_report(name: str, starts: tuple[str, ...], kind: str) -> None:
    """Raises: UsageError if the file `name` exists but is not a report of the kind `kind`."""
    if not Path(name).exists():
        return
    with writing(name, "choose another file"), Path(name).open("rb") as file:
        begins = file.read(max(map(len, starts)))
    if begins and not begins.startswith(tuple(start.encode() for start in starts)):
        raise click.UsageError(f"cannot write {name!r}: it already exists and is not a {kind}; choose another file")
