"""The tables of measured figures, from the files in `benchmarks` that keep them."""

import re
from pathlib import Path
from typing import Final

from benchmarks import published, zoo

TABLE: Final = re.compile(r"^<!-- table: ([\w-]+) -->$", re.MULTILINE)


def measured_tables() -> dict[str, str]:
    """Each table by its name, in Markdown."""
    tables = {name: published.markdown(rows) for name, rows in published.committed().items()}
    searches = zoo.committed()
    return tables | {f"zoo-{room}": zoo.table(searches, room) for room in zoo.COLUMNS}


def with_tables(text: str) -> str:
    """A page with a table in place of each comment that names one. Raises: KeyError if there is no such table."""
    if not TABLE.search(text):
        return text
    tables = measured_tables()
    return TABLE.sub(lambda found: _folded(tables[found[1]]), text)


def _folded(table: str) -> str:
    return f":::{{dropdown}} All {table.count(chr(10)) - 2} rows\n\n{table}:::"


def tables_in(page: Path) -> list[str]:
    """The names of the tables that a page shows."""
    return TABLE.findall(page.read_text(encoding="utf-8"))
