"""The committed table of counts: a line for each variant on each workload, in `counts.json`.

Nothing of prunecheck is imported here, so that asv can read names from the table at any commit.
"""

import json
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

TABLE_FILE: Final = Path(__file__).with_name("counts.json")
REWRITE: Final = "python -m benchmarks.counts --write"


class Entry(NamedTuple):
    """Whose counts they are."""

    workload: str
    variant: str


class Counts(NamedTuple):
    """The leaves read and the nodes visited, leaves and root included, by one search; a node met twice counts twice."""

    leaves: int
    visited: int

    def __str__(self) -> str:
        """As a sentence has it."""
        return f"{self.leaves:,} leaves of {self.visited:,} visited"


Table: TypeAlias = dict[Entry, Counts]


def committed() -> Table:
    """The table as the file has it."""
    rows = json.loads(TABLE_FILE.read_text(encoding="utf-8"))
    return {Entry(row["workload"], row["variant"]): Counts(row["leaves"], row["visited"]) for row in rows}


def text(table: Table) -> str:
    """The table as JSON, a line an entry, in the table's order."""
    lines = [json.dumps(entry._asdict() | counts._asdict()) for entry, counts in table.items()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def write(table: Table) -> None:
    """Write the table to the file."""
    TABLE_FILE.write_text(text(table), encoding="utf-8", newline="\n")


def differences(old: Table, new: Table) -> list[str]:
    """What has moved, a sentence an entry; empty if the tables are the same."""
    return [
        f"{entry.variant} on {entry.workload}: {old.get(entry, 'no entry')} -> {new.get(entry, 'no entry')}"
        for entry in old | new
        if old.get(entry) != new.get(entry)
    ]


def complaint(moved: list[str]) -> str:
    """What to tell whoever moved the counts."""
    return "\n  ".join([f"{len(moved)} counts are not as {TABLE_FILE.name} has them:", *moved]) + (
        f"\nIf that is meant, rewrite the table with `{REWRITE}` and say in the commit why they moved."
    )
