"""The mutation results by file, as stored in `figures.json` and shown in `docs/mutation.md`."""

from collections.abc import Iterable
from typing import Final

import msgspec

from benchmarks.mutation.equivalents import LIST, Mutation

FIGURES: Final = LIST.with_name("figures.json")


class Row(msgspec.Struct, frozen=True):
    """The figures of one file: how many mutants were judged, and how many of them were killed."""

    file: str
    mutants: int
    killed: int

    @property
    def survived(self) -> int:
        """The number of mutants that no test noticed."""
        return self.mutants - self.killed


Figures = list[Row]


def committed() -> Figures:
    """The committed figures."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures)


def merged(old: Figures, new: Figures, files: Iterable[str]) -> Figures:
    """The new rows, and the old ones of files that were not judged now, in the order of `files`."""
    rows = {row.file: row for row in (*old, *new)}
    return [rows[file] for file in files if file in rows]


def text(rows: Figures) -> str:
    """The figures as text, a line for each file."""
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]\n"


def table(rows: Figures) -> str:
    """The table of mutants, killed and surviving, by file and in all."""
    total = Row("all", sum(row.mutants for row in rows), sum(row.killed for row in rows))
    lines = [("file", "mutants", "killed", "survived"), ("---",) * 4]
    lines += [(f"`{row.file}`", f"{row.mutants}", f"{row.killed}", f"{row.survived}") for row in rows]
    lines += [(f"{total.file}", f"{total.mutants}", f"{total.killed}", f"{total.survived}")]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def reasons(listed: dict[Mutation, str]) -> str:
    """Each survivor with the reason why no caller can notice it."""
    lines = [("file", "in", "line", "mutant", "why nothing differs"), ("---",) * 5]
    lines += [
        (f"`{mutation.file}`", f"`{mutation.function}`", _code(mutation.before), _code(mutation.after), reason)
        for mutation, reason in listed.items()
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _code(line: str) -> str:
    return f"`{line}`".replace("|", "\\|").replace("\n", "` `")
