"""Reports beside the one that is printed: files, and annotations on standard output."""

from dataclasses import dataclass

import click

from prunecheck.cli.printing import check_targets
from prunecheck.measure.saved import write_text
from prunecheck.report.github import as_annotations
from prunecheck.report.junit import as_junit
from prunecheck.report.markdown import as_markdown
from prunecheck.report.sheet import Sheet
from prunecheck.report.witness_svg import as_svg


@dataclass(frozen=True, slots=True)
class Reports:
    """The files that were asked for, and whether annotations were."""

    junit: str | None = None
    markdown: str | None = None
    svg: str | None = None
    github: bool = False

    def check(self, *, as_data: bool) -> None:
        """Refuse one file for two reports, and annotations among JSON. Raises: UsageError."""
        check_targets((self.junit, self.markdown, self.svg), ())
        if self.github and as_data:
            raise click.UsageError("--github and --json both go to standard output; choose one")

    def write(self, sheet: Sheet) -> None:
        """Write all that was asked for. Raises: ComparisonError for a file that cannot be written."""
        for path, form in ((self.junit, as_junit), (self.markdown, as_markdown), (self.svg, as_svg)):
            if path is not None:
                write_text(path, form(sheet))
        if self.github:
            click.echo(as_annotations(sheet), nl=False)
