"""Write everything that follows from the catalogue: counts, tables of what forms return, and a picture.

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
from prunecheck import FULL, cli, from_nested
from prunecheck.catalog import VARIANTS, Need, Variant
from prunecheck.catalog.forms import FORMS as ALPHA_BETA
from prunecheck.contracts.order import implied
from prunecheck.contracts.visits import LAWS
from prunecheck.report.draw import picture
from prunecheck.trees.examples import TREES
from prunecheck.verify.explain.trace import trace_search

HOME: Final = Path(__file__).parent.parent
COUNTS: Final = "benchmarks/counts.json"
FORMS, PICTURE = "docs/forms.md", "docs/_static/pruning.svg"
CODE: Final = {path.stem: path for path in sorted((HOME / "src" / "prunecheck" / "variants").glob("*/[!_]*.py"))}
# nearly all variants satisfy these; the text below the tables says so
MANNERS: Final = {"relations", "conduct", "repeatable"}
CLAIMS: Final = ("satisfies", "known to violate")
TERMS: Final = ("variant", "source", *CLAIMS, "needs")
RETURNS: Final = ("variant", "viewpoint", "failing low", "failing high", "cutoff test")
SHOWN: Final = re.compile(r"^<!-- code: (.+) -->$", re.MULTILINE)  # a line that is replaced by the code of variants


def documents() -> dict[str, str]:
    """The up-to-date text of each document, by the document's name."""
    texts = {name: (HOME / name).read_text(encoding="utf-8") for name in variants_by_page()}
    for name, rows in variants_by_page().items():
        texts[name] = with_table(texts[name], RETURNS, _returns(texts[name], rows))
        texts[name] = with_code(texts[name], rows)
    tree = from_nested([[3, 5], [2, 9]])
    texts[PICTURE] = picture(trace_search(VARIANTS["fail_soft"].search, tree, FULL, name="fail_soft")).svg
    return texts


def variants_by_page() -> dict[str, list[Variant]]:
    """Each page that compares variants, with the variants on it; there is a page for each folder of variants."""
    found: dict[str, list[Variant]] = {}
    for row in VARIANTS.values():
        folder = CODE[row.name].parent.name
        name = FORMS if folder in ("forms", "drivers") else f"docs/{folder.replace('_', '-')}.md"
        found.setdefault(name, []).append(row)
    return found


def contracts_tables() -> dict[str, str]:
    """For each page that compares variants, the table of the contracts that each satisfies and violates."""
    return {
        f"contracts-{Path(page).stem}": markdown([TERMS, ["---"] * len(TERMS), *map(_claims, rows)])
        for page, rows in variants_by_page().items()
    }


def with_table(text: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The text with new rows in the table that has these columns."""
    table = markdown([columns, ["---"] * len(columns), *rows])
    head = re.escape(table.partition("\n")[0] + "\n")
    (found,) = re.finditer(head + r"(?:\|.*\n)+", text)
    return text[: found.start()] + table + text[found.end() :]


def markdown(lines: Iterable[Sequence[str]]) -> str:
    """A Markdown table with these lines."""
    return "".join(f"| {' | '.join(line)} |\n".replace("|  |", "| |") for line in lines)


def _claims(row: Variant) -> list[str]:
    needs = ", ".join(sorted(need.name.lower() for need in row.needs))
    return [f"`{row.name}`", _source(row), _satisfied(row), _broken(row), needs]


def _returns(text: str, rows: Iterable[Variant]) -> Iterator[list[str]]:
    """The rows of the table with what forms return; the cutoff test of an existing form is kept."""
    known = dict(re.findall(r"^\| `(\w+)` \| (?:MAX|mover) \|.*\| ([^|]+) \|$", text, re.MULTILINE))
    for row in rows:
        viewpoint = "mover" if Need.NEGATION in row.needs and not row.calls else "MAX"
        yield [f"`{row.name}`", viewpoint, *returned(row.name), known.get(row.name) or cut_off_test(CODE[row.name])]


def _source(row: Variant) -> str:
    return f"{row.source_id} {row.source}".strip()


def _satisfied(row: Variant) -> str:
    """The strongest contracts that a variant claims; `*` marks a condition, `†` that they are about a reduced tree."""
    certain = [claim.contract for claim in row.claims if not claim.condition]
    follow = {weaker for name in certain for weaker in implied(name) - {name}}
    names = [claim.contract + "*" * bool(claim.condition) for claim in row.claims]
    mark = "†" if row.reduced else ""
    return ", ".join(name + mark for name in names if name not in follow | MANNERS)


def _broken(row: Variant) -> str:
    return ", ".join(dict.fromkeys(known.contract for known in row.breaks))


def cut_off_test(path: Path) -> str:
    """The cutoff tests in a form's loops over the children; "before each child" if they do not come after it."""
    tests: dict[str, str] = {}
    for loop in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        searched = False
        for line in loop.body if isinstance(loop, ast.For) else ():
            if isinstance(line, ast.If) and isinstance(line.body[-1], ast.Break | ast.Return):
                tests[f"`{ast.unparse(line.test)}`"] = "after" if searched else "before"
            called = {ast.unparse(node.func) for node in ast.walk(line) if isinstance(node, ast.Call)}
            searched = searched or not called <= {"max", "min"}
    when = ", before each child" if next(iter(tests.values()), "") == "before" else ""
    return " or ".join(tests) + when if tests else "none"


def with_code(text: str, rows: Iterable[Variant]) -> str:
    """Add a placeholder line for the code of each of these variants that the text lacks.

    The placeholder comes after that of the last variant with the same values and leaves, and the name is added to the
    heading there. If there is no such variant, a new section is added before the drivers, or at the end.
    """
    for row in rows:
        if row.name not in shown(text):
            text = _with_variant(text, row)
    return text


def shown(text: str) -> list[str]:
    """The variants whose code a page shows, in order."""
    return [name for found in SHOWN.findall(text) for name in found.split(", ")]


def _with_variant(text: str, row: Variant) -> str:
    alike = {name for name, other in VARIANTS.items() if _kind(other) == _kind(row)}
    lines = [found for found in SHOWN.finditer(text) if alike & set(found[1].split(", "))]
    if not lines:
        section = f"\n## {row.title.capitalize()}: {row.name}\n\n<!-- code: {row.name} -->\n"
        before, drivers, after = text.partition("\n## Drivers\n")
        return before + section + drivers + after
    before = text[: lines[-1].start()]
    if not row.calls:
        heading = before[before.rindex("\n## ") + 1 :].partition("\n")[0]
        before = before.replace(heading, f"{heading}, {row.name}")
    return f"{before}<!-- code: {lines[-1][1]}, {row.name} -->{text[lines[-1].end() :]}"


def _kind(row: Variant) -> object:
    """A key for grouping: equal for forms with the same values and leaves, and equal for all drivers."""
    return "driver" if row.calls else (returned(row.name), {claim.contract for claim in row.claims} & LAWS.keys())


def leaves_table() -> str:
    """The table of the leaves that the forms of alpha-beta evaluate on each workload; equal forms share a column."""
    counted: dict[str, dict[str, int]] = {}
    forms = {form.name for form in ALPHA_BETA}
    worked_examples = {tree.name for tree in TREES.values() if tree.source.isdigit()}
    for row in json.loads((HOME / COUNTS).read_text(encoding="utf-8"))["rows"]:
        if row["variant"] in forms and row["workload"] not in worked_examples:
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
    columns = ["workload", *(", ".join(names) for names, _ in kinds[:-1]), "all others"]
    return markdown([columns, ["---"] * len(columns), *rows])


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
