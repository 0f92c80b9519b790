"""Write and read a table of node counts that is committed to a repository, and compare it with new counts."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

import msgspec

from prunecheck.errors import PrunecheckError
from prunecheck.measure.signature import CountsRow, Stamp, Suite

NONE: Final = "no entry"
COUNTED: Final = (
    "version",
    "leaves",
    "distinct_leaves",
    "interior",
    "cut_offs",
    "researches",
)  # the fields that rows are compared by


class TableError(PrunecheckError):
    """The error for a file that does not contain a valid table of counts."""


def text(suite: Suite) -> str:
    """The table of counts as JSON. Each workload and each row is on its own line, so a diff shows what has changed."""
    return (
        f'{{\n"signature": {suite.signature},\n'
        f'"workloads": [\n{_lines(suite.workloads)}\n],\n'
        f'"rows": [\n{_lines(suite.rows)}\n]\n}}\n'
    )


def _lines(records: tuple[msgspec.Struct, ...]) -> str:
    return ",\n".join(msgspec.json.format(msgspec.json.encode(record), indent=0).decode() for record in records)


def read(path: Path) -> Suite:
    """Read a table of counts from a file.

    Raises: TableError if the file contains no table, or if the signature in the table is not the sum of all visits.
    """
    remedy = f"write it with prunecheck bench --write {path}"
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Suite)
    except OSError as error:
        raise TableError(f"{path}: {error.strerror or error}; {remedy}") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise TableError(f"{path} is not a table of counts: {error}; {remedy}") from None
    total = sum(row.visited for row in found.rows)
    if total != found.signature:
        raise TableError(
            f"{path} is damaged: the signature is {found.signature}, but the visits of its rows add up to "
            f"{total}; {remedy}"
        )
    return found


def part(suite: Suite, variants: Collection[str], workloads: Collection[str]) -> Suite:
    """The rows of a table that are about these variants and workloads."""
    rows = tuple(row for row in suite.rows if row.variant in variants and row.workload in workloads)
    stamps = tuple(stamp for stamp in suite.workloads if stamp.workload in workloads)
    return Suite(sum(row.visited for row in rows), stamps, rows)


def silently_changed(old: Suite, new: Suite) -> list[str]:
    """A message for each workload whose tree or window has changed although its version has not."""
    stamps = {(workload.workload, workload.version): workload.sha256 for workload in old.workloads}
    return [
        (
            f"the tree or window of {workload.workload} has changed, but its version is still {workload.version}; "
            "raise the version"
        )
        for workload in new.workloads
        if stamps.get((workload.workload, workload.version), workload.sha256) != workload.sha256
    ]


def moved(old: Suite, new: Suite) -> list[str]:
    """List the changed counts as lines of text with `old -> new`: one line for each variant and workload."""
    olds = {(row.workload, row.variant): row for row in old.rows}
    news = {(row.workload, row.variant): row for row in new.rows}
    return [
        f"{variant} on {workload}: {', '.join(_changes(olds.get((workload, variant)), news.get((workload, variant))))}"
        for workload, variant in olds | news
        if olds.get((workload, variant)) != news.get((workload, variant))
    ]


def _changes(old: CountsRow | None, new: CountsRow | None) -> Iterator[str]:
    if old is None or new is None:
        yield f"{_brief(old)} -> {_brief(new)}"
        return
    for name in COUNTED:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield f"{name.replace('_', ' ')} {_shown(before)} -> {_shown(after)}"


def _brief(row: CountsRow | None) -> str:
    return NONE if row is None else f"{row.leaves:,} leaves of {row.visited:,} visited"


def _shown(count: int | tuple[int, ...]) -> str:
    return f"{count:,}" if isinstance(count, int) else " ".join(map(str, count)) or "none"


__all__ = ["CountsRow", "Stamp", "Suite", "TableError", "moved", "part", "read", "silently_changed", "text"]
