"""Generate from the catalogue: the counts and, in the documents, the tables, the list and the code of forms.

    python -m benchmarks.generate

Text that is up to date is not changed. Prose is written by hand, and so is the cutoff test of an existing form.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from benchmarks.failing import returned
from prunecheck import cli
from prunecheck.catalog import VARIANTS, Need, Variant
from prunecheck.contracts.order import implied
from prunecheck.contracts.visits import LAWS
from prunecheck.trees.examples import TREES

HOME: Final = Path(__file__).parent.parent
COUNTS: Final = "benchmarks/counts.json"
README, FORMS, LIST, COUNTING = "README.md", "docs/forms.md", "docs/variants.md", "docs/counting.md"
MANNERS: Final = {"relations", "conduct", "repeatable"}  # nearly all satisfy them: mentioned below the tables
CLAIMS: Final = ("keeps", "known to break")
SUMMARY: Final = ("variant", "source", "failing low", "failing high", *CLAIMS)
TERMS: Final = ("variant", "source", *CLAIMS, "needs")
RETURNS: Final = ("variant", "viewpoint", "failing low", "failing high", "cut-off test")
INCLUDE: Final = re.compile(
    r"^```\{literalinclude\} \.\./src/prunecheck/variants/\w+/(\w+)\.py\n"
    r":language: python\n:pyobject: (\w+)\n:lines: \S+\n```\n",
    re.MULTILINE,
)


def documents() -> dict[str, str]:
    """The new text of each document, by its name."""
    texts = {name: (HOME / name).read_text(encoding="utf-8") for name in (README, FORMS, LIST, COUNTING)}
    texts[README] = with_table(texts[README], SUMMARY, _summaries())
    texts[FORMS] = with_table(texts[FORMS], TERMS, _claims())
    texts[FORMS] = with_table(texts[FORMS], RETURNS, _returns(texts[FORMS]))
    texts[FORMS] = with_code(texts[FORMS])
    listed = "".join(f"_generated/{name}\n" for name in VARIANTS)
    texts[LIST] = re.sub(r"(^_generated/\w+\n)+", listed, texts[LIST], flags=re.MULTILINE)
    texts[COUNTING] = with_table(texts[COUNTING], *_leaves())
    return texts


def with_table(text: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Replace the rows and columns of the table that has the first and the last of these columns."""
    head = re.escape(f"| {columns[0]} | ") + "[^\n]*" + re.escape(f"| {columns[-1]} |") + "\n"
    lines = [columns, ["---"] * len(columns), *rows]
    table = "".join(f"| {' | '.join(line)} |\n".replace("|  |", "| |") for line in lines)
    (found,) = [each for each in re.finditer(head + r"(?:\|.*\n)+", text) if _same_kind(each[0], columns)]
    return text[: found.start()] + table + text[found.end() :]


def _same_kind(table: str, columns: Sequence[str]) -> bool:
    """True for a table with these columns, or with a column for each kind of forms, which may change."""
    return columns[-1] == "all others" or table.startswith(f"| {' | '.join(columns)} |\n")


def _summaries() -> Iterator[list[str]]:
    for name, row in VARIANTS.items():
        yield [f"`{name}`", _source(row), *returned(name), _satisfied(row), _broken(row)]


def _claims() -> Iterator[list[str]]:
    for name, row in VARIANTS.items():
        needs = ", ".join(sorted(need.name.lower() for need in row.needs))
        yield [f"`{name}`", _source(row), _satisfied(row), _broken(row), needs]


def _returns(text: str) -> Iterator[list[str]]:
    """The rows of the table with what forms return; the cutoff test of an existing form is kept."""
    known = dict(re.findall(r"^\| `(\w+)` \| (?:MAX|mover) \|.*\| ([^|]+) \|$", text, re.MULTILINE))
    for name, row in VARIANTS.items():
        viewpoint = "mover" if Need.NEGATION in row.needs and not row.calls else "MAX"
        yield [f"`{name}`", viewpoint, *returned(name), known.get(name) or cut_off_test(code_of(row))]


def _source(row: Variant) -> str:
    return f"{row.source_id} {row.source}".strip()


def _satisfied(row: Variant) -> str:
    """The strongest contracts that a variant claims; `*` marks a condition."""
    certain = [claim.contract for claim in row.claims if not claim.condition]
    follow = {weaker for name in certain for weaker in implied(name) - {name}}
    names = [claim.contract + "*" * bool(claim.condition) for claim in row.claims]
    return ", ".join(name for name in names if name not in follow | MANNERS)


def _broken(row: Variant) -> str:
    return ", ".join(dict.fromkeys(known.contract for known in row.breaks))


def code_of(row: Variant) -> Path:
    """The source file of a form or driver."""
    return HOME / "src" / "prunecheck" / "variants" / ("drivers" if row.calls else "forms") / f"{row.name}.py"


def cut_off_test(path: Path) -> str:
    """The cutoff tests in a form's loops over the children, and whether each comes after a child or before it."""
    tests: dict[str, str] = {}
    for loop in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        searched = False
        for line in loop.body if isinstance(loop, ast.For) else ():
            if isinstance(line, ast.If) and isinstance(line.body[-1], ast.Break | ast.Return):
                tests[f"`{ast.unparse(line.test)}`"] = "after" if searched else "before"
            called = {ast.unparse(each.func) for each in ast.walk(line) if isinstance(each, ast.Call)}
            searched = searched or not called <= {"max", "min"}
    return f"{' or '.join(tests)}, {next(iter(tests.values()))} each child" if tests else "none"


def with_code(text: str) -> str:
    """The text with the code of every form and driver, from below the docstring.

    A new form comes after the last one that returns and evaluates the same, whose heading gets its name, too; without
    such a form, in a section before the drivers.
    """
    for row in VARIANTS.values():
        code = _includes(code_of(row))
        text = INCLUDE.sub(lambda found, code=code: code.get((found[1], found[2]), found[0]), text)  # type: ignore[misc]
        shown = {(found[1], found[2]) for found in INCLUDE.finditer(text)}
        missing = "\n".join(block for key, block in code.items() if key not in shown)
        if missing:
            text = _with_block(text, row, missing)
    return text


def _includes(path: Path) -> dict[tuple[str, str], str]:
    """The block for each function of a file, by the file's name and its own name."""
    folder = path.relative_to(HOME).parent.as_posix()
    blocks = {}
    for function in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(function, ast.FunctionDef):
            first = (function.body[0].end_lineno or 0) - function.lineno + 2
            blocks[path.stem, function.name] = (
                f"```{{literalinclude}} ../{folder}/{path.name}\n:language: python\n"
                f":pyobject: {function.name}\n:lines: 1,{first}-\n```\n"
            )
    return blocks


def _with_block(text: str, row: Variant, block: str) -> str:
    alike = {name for name, other in VARIANTS.items() if _kind(other) == _kind(row)}
    last = max((found.end() for found in INCLUDE.finditer(text) if found[1] in alike), default=None)
    if last is None:
        return text.replace("\n## Drivers\n", f"\n## {row.title.capitalize()}: {row.name}\n\n{block}\n## Drivers\n")
    before = text[:last]
    if not row.calls:
        heading = before[before.rindex("\n## ") + 1 :].partition("\n")[0]
        before = before.replace(heading, f"{heading}, {row.name}")
    return f"{before}\n{block}{text[last:]}"


def _kind(row: Variant) -> object:
    """A key, equal for forms that return and evaluate the same, and for all drivers."""
    return "driver" if row.calls else (returned(row.name), {each.contract for each in row.claims} & LAWS.keys())


def _leaves() -> tuple[list[str], list[list[str]]]:
    """The table of the leaves that forms evaluate on each workload, with one column for forms with equal counts."""
    counted: dict[str, dict[str, int]] = {}
    worked_examples = {each.name for each in TREES.values() if each.source.isdigit()}
    for row in json.loads((HOME / COUNTS).read_text(encoding="utf-8"))["rows"]:
        if not VARIANTS[row["variant"]].calls and row["workload"] not in worked_examples:
            counted.setdefault(row["variant"], {})[row["workload"]] = row["leaves"]
    kinds: list[tuple[list[str], dict[str, int]]] = []
    for name, leaves in counted.items():
        alike = (kind for kind in kinds if all(kind[1].get(workload, n) == n for workload, n in leaves.items()))
        names, known = next(alike, ([], {}))
        if not names:
            kinds.append((names, known))
        names.append(name)
        known.update(leaves)
    most = max(len(names) for names, _ in kinds)
    kinds.sort(key=lambda kind: len(kind[0]) == most)  # the most common kind comes last
    workloads = dict.fromkeys(workload for leaves in counted.values() for workload in leaves)
    rows = [
        [f"`{workload}`", *(f"{known[workload]:,}" if workload in known else "-" for _, known in kinds)]
        for workload in workloads
    ]
    return ["workload", *(", ".join(names) for names, _ in kinds[:-1]), "all others"], rows


@click.command()
def main() -> None:
    """Count every variant on every workload, and bring the documents up to date with the catalogue."""
    if cli.run(["bench", "--write", str(HOME / COUNTS)]):
        raise SystemExit(1)
    for name, text in documents().items():
        path = HOME / name
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            click.echo(f"wrote {name}")


if __name__ == "__main__":
    main()
