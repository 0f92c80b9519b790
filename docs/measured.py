"""The tables of the web pages that come from the code, or from the measurements in `benchmarks`."""

import ast
import inspect
import json
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final

import click
from benchmarks import generate, published, ratios, scopes, theorem_tables, zoo
from benchmarks.mutation import equivalents, figures
from benchmarks.native_speed import tables as speed
from docs.fields import field_tables

from prunecheck import cli
from prunecheck.cli.listing import parameter_names, position_names
from prunecheck.report.schema import meanings
from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.meaning import Meaning
from prunecheck.verify.catalogue import CATALOGUE_PHASES
from prunecheck.verify.trial import SUBJECT_PHASES
from prunecheck.workloads.catalog import WORKLOADS

TABLE: Final = re.compile(r"^<!-- table: ([\w-]+) -->$", re.MULTILINE)
LONGEST: Final = 30  # a longer table of measurements is folded
OPTION: Final = re.compile(r"(?<!\S)(--[a-z][\w-]*)")
UNFOLDED: Final = ("options-", "fields-", "contracts-", "wild-programs")
COMMANDS: Final = (
    "verify",
    "compare",
    "show",
    "bench",
    "harvest",
    "plot",
    "divide",
    "doctor",
)  # with a table of options


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
        **generate.contracts_tables(),
        "ratios": ratios.table(ratios.committed()),
        **speed.committed_tables(),
        "workloads": _workloads(),
        "phases": _phases(),
        "suites": _suites(),
        "theorems": theorem_tables.theorems(),
        "beliefs": theorem_tables.beliefs(),
        "lemmas": theorem_tables.lemmas(theorem_tables.LINEAR_ORDERS),
        "lattice-lemmas": theorem_tables.lemmas(theorem_tables.LATTICES),
        "parameter-names": _names("parameter", Role, parameter_names()),
        "position-names": _names("question", Meaning, position_names()),
        **{f"options-{command}": _options(command) for command in COMMANDS},
        "wild-samples": _samples(),
        "wild-programs": _public_programs(),
        "wild-libraries": generate.markdown([("search", "satisfies", "violates"), ("---",) * 3, *_wild()["libraries"]]),
        **field_tables(),
    }


def _samples() -> str:
    """The verdicts on each sample of public programs: how many there were, and how many of them were right."""
    columns = (
        "sample",
        "searches",
        "first run, as it stands",
        "first run, with `--start`",
        "wrong FAIL",
        "wrong PASS",
        "after fixes, as it stands",
        "after fixes, with `--start`",
    )
    return generate.markdown([columns, ("---",) * len(columns), *_wild()["figures"]])


def _public_programs() -> str:
    """A section for each sample of public programs, with the verdicts and remarks on some of them."""
    columns = ("program", "truth", "as it stands", "with `--start`")
    sections = []
    for name, sample in _wild()["samples"].items():
        verdicts = _folded("", generate.markdown([columns, ("---",) * 4, *sample["programs"]]))
        remarks = "\n".join(f"- {remark}" for remark in sample["remarks"])
        sections.append(f"### {name.capitalize()} sample\n\n{sample['introduction']}\n\n{verdicts}\n\n{remarks}\n")
    return "\n".join(sections)


def _wild() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((generate.HOME / "benchmarks" / "wild.json").read_text(encoding="utf-8"))
    return found


def _names(column: str, kind: type[Enum], names: Mapping[str, Sequence[str]]) -> str:
    """What parameters or questions mean, and the names that a search may use for each."""
    rows = [(f"`{member}`", meanings(kind)[member], ", ".join(words)) for member, words in names.items()]
    return generate.markdown([(column, "meaning", "names"), ("---",) * 3, *rows])


def _phases() -> str:
    """The phases of a verification, with their files, and the first sentence about each."""
    rows = []
    for phase in {phase.name: phase for phase in (*SUBJECT_PHASES, *CATALOGUE_PHASES)}.values():
        says = (inspect.getdoc(phase.judge) or "").partition("\n")[0]
        rows.append((phase.name, f"`{phase.judge.__module__.removeprefix('prunecheck.').replace('.', '/')}.py`", says))
    return generate.markdown([("phase", "file", "what it does"), ("---",) * 3, *rows])


def _suites() -> str:
    """The asv suites, with what each measures: the first sentence of its docstring."""
    rows = []
    for path in sorted((generate.HOME / "benchmarks" / "suites").glob("bench_*.py")):
        says = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
        rows.append((f"`{path.name}`", re.split(r"\.(?: |$)", says.removeprefix("asv: "))[0]))
    return generate.markdown([("file", "what it measures"), ("---",) * 2, *rows])


def _options(command: str) -> str:
    """The options of a command, with their help."""
    found = cli.program.command(command)
    rows = []
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            value = (
                ""
                if parameter.is_flag
                else " " + parameter.make_metavar(click.Context(found)).strip("[]").replace("|", r"\|")
            )
            names = [*parameter.opts, *parameter.secondary_opts]
            text = OPTION.sub(r"`\1`", parameter.help or "").replace("'-'", "`-`").replace("|", r"\|")
            rows.append((", ".join(f"`{name}{value}`" for name in names), text))
    return generate.markdown([("option", "meaning"), ("---",) * 2, *rows])


def _workloads() -> str:
    rows = [("workload", "version", "window", "source", "shows"), ("---",) * 5]
    rows += [
        (f"`{workload.name}`", f"{workload.version}", f"{workload.window}", workload.source, workload.shows)
        for workload in WORKLOADS.values()
    ]
    return generate.markdown(rows)


def with_tables(text: str) -> str:
    """Replace each comment that names a table by that table. Raises: KeyError if the table does not exist."""
    return TABLE.sub(lambda found: _folded(found[1], measured_tables()[found[1]]), text)


def _folded(name: str, table: str) -> str:
    rows = table.count("\n") - 2
    if rows <= LONGEST or name.startswith(UNFOLDED):
        return table.rstrip("\n")
    return f":::{{dropdown}} All {rows} rows\n\n{table}:::"


def tables_in(page: Path) -> list[str]:
    """The names of the tables that a page shows."""
    return TABLE.findall(page.read_text(encoding="utf-8"))
