"""`prunecheck compare OLD NEW`: print which counts changed between two comparisons.

The command fails if one of the counts that the user names with `--fail-on` is higher in the new comparison.
"""

from collections.abc import Sequence

import click
import msgspec

from prunecheck.cli.arguments import names_in
from prunecheck.cli.exit_status import HELD, INCONCLUSIVE, REFUTED
from prunecheck.cli.printing import print_out
from prunecheck.errors import quantity
from prunecheck.measure.comparison import read_comparison
from prunecheck.measure.moved import movement
from prunecheck.measure.ratios import count_named
from prunecheck.report.compare_text import moved_markdown, print_moved


def tell_moved(
    files: Sequence[str],
    fail_on: Sequence[str],
    tolerance: float,
    *,
    as_data: bool,
    as_markdown: bool,
    output: str | None,
) -> int:
    """Print which counts changed between the two saved comparisons in `files`.

    The exit status is 1 if a count in `fail_on` rose or a search now fails, and 3 if nothing can be compared.
    """
    if len(files) != 2:
        raise click.UsageError(f"compare needs two comparisons, OLD NEW, but got {quantity(len(files), 'file')}")
    if tolerance and not fail_on:
        raise click.UsageError("--tolerance needs --fail-on COUNT")
    old, new = map(read_comparison, files)
    found = movement(old, new, fail_on=[count_named(name) for name in names_in(fail_on)], tolerance=tolerance)
    text = msgspec.json.encode(found).decode() if as_data else moved_markdown(found) if as_markdown else None
    print_out(text, lambda shown: print_moved(shown, found), output)
    if found.failed:
        return REFUTED
    return HELD if found.compared else INCONCLUSIVE
