"""The committed counts as plain data, at this commit or an older one.

This file does not import prunecheck, so it works with any version of the package. Two formats are known: a list of
rows, and an object with the rows and their signature.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

COUNTS_FILE: Final = Path(__file__).parents[1] / "counts.json"


class Entry(NamedTuple):
    """The variant and workload of a count. A new version of a workload is another workload, with another name."""

    workload: str
    variant: str


class Cost(NamedTuple):
    """The leaves that one search evaluates, and all nodes that it visits; None if they were not counted."""

    leaves: int
    visited: int | None


@dataclass(frozen=True, slots=True)
class Committed:
    """The contents of the file; the signature is None if the file has none.

    `failed` lists searches without a count because they failed when asv measured them: a wrong value, or an error.
    """

    costs: Mapping[Entry, Cost] = field(default_factory=dict)
    signature: int | None = None
    failed: frozenset[Entry] = frozenset()


class _Row(msgspec.Struct):
    workload: str
    variant: str
    leaves: int
    visited: int
    version: int = 1

    @property
    def entry(self) -> Entry:
        return Entry(self.workload if self.version == 1 else f"{self.workload} v{self.version}", self.variant)


class _Signed(msgspec.Struct):
    rows: list[_Row]
    signature: int


def parsed(text: str) -> Committed:
    """Parse the text of the file.

    Raises: ValueError if the text has neither of the two formats.
    """
    try:
        read = msgspec.json.decode(text, type=list[_Row] | _Signed)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"no table of counts: {wrong}") from wrong
    rows, signature = (read, None) if isinstance(read, list) else (read.rows, read.signature)
    return Committed({row.entry: Cost(row.leaves, row.visited) for row in rows}, signature)


def committed() -> Committed:
    """The counts of this commit."""
    return parsed(COUNTS_FILE.read_text(encoding="utf-8"))
