"""The tables of the web pages that come from the catalogue, or from the measurements in `benchmarks`."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks import generate, published, ratios, scopes, zoo
from benchmarks.mutation import equivalents, figures
from benchmarks.native_speed import tables as speed

from prunecheck.workloads.catalog import WORKLOADS

TABLE: Final = re.compile(r"^<!-- table: ([\w-]+) -->$", re.MULTILINE)
LONGEST: Final = 30  # a longer table is folded


@cache
def measured_tables() -> dict[str, str]:
    """Each table by its name, in Markdown."""
    searches = zoo.committed()
    return {
        **{name: published.markdown(rows) for name, rows in published.committed().items()},
        **{f"zoo-{room.replace(' ', '-')}": zoo.table(searches, room) for room in zoo.COLUMNS},
        "mutants": figures.table(figures.committed()),
        "equivalent-mutants": figures.reasons(equivalents.equivalents()),
        "scopes": scopes.table(scopes.committed()),
        "leaves": generate.leaves_table(),
        "ratios": ratios.table(ratios.committed()),
        **speed.committed_tables(),
        "workloads": _workloads(),
        **_public_programs(),
    }


def _public_programs() -> dict[str, str]:
    """The verdicts on each sample of public programs."""
    columns = ("program", "truth", "as it stands", "with `--start`")
    samples = json.loads((generate.HOME / "benchmarks" / "wild.json").read_text(encoding="utf-8"))
    return {
        f"wild-{sample}": generate.markdown([columns, ("---",) * 4, *programs]) for sample, programs in samples.items()
    }


def _workloads() -> str:
    rows = [("workload", "version", "window", "source", "shows"), ("---",) * 5]
    rows += [
        (f"`{each.name}`", f"{each.version}", f"{each.window}", each.source, each.shows) for each in WORKLOADS.values()
    ]
    return generate.markdown(rows)


def with_tables(text: str) -> str:
    """Replace each comment that names a table by that table. Raises: KeyError if the table does not exist."""
    return TABLE.sub(lambda found: _folded(measured_tables()[found[1]]), text)


def _folded(table: str) -> str:
    rows = table.count("\n") - 2
    return f":::{{dropdown}} All {rows} rows\n\n{table}:::" if rows > LONGEST else table.rstrip("\n")


def tables_in(page: Path) -> list[str]:
    """The names of the tables that a page shows."""
    return TABLE.findall(page.read_text(encoding="utf-8"))
