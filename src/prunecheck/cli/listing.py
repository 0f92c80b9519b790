"""`prunecheck list`: list variants, contracts, theorems, false beliefs, trees, workloads or known names."""

from collections.abc import Callable
from typing import Final

import click
import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from prunecheck.catalog import FAMILIES, VARIANTS, Variant, family
from prunecheck.cli.completion import complete
from prunecheck.cli.exit_status import HELD
from prunecheck.cli.help import command
from prunecheck.cli.output import console
from prunecheck.contracts.order import ALIASES, CONTRACTS
from prunecheck.errors import UnknownNameError
from prunecheck.report.schema import meanings
from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning
from prunecheck.subjects.source.parameters import ROLE_NAMES
from prunecheck.theorems import BELIEFS, THEOREMS
from prunecheck.trees.examples import TREES
from prunecheck.workloads.catalog import WORKLOADS

WIDEST: Final = 100  # columns of plain text


@command(
    "list",
    examples=[
        ("prunecheck list variants", "list the search algorithms by family, with their sources"),
        ("prunecheck list contracts --json", "list the contracts as JSON"),
    ],
)
@click.argument("kind", metavar="KIND", shell_complete=complete(lambda: tuple(ROWS)))
@click.option("--json", "as_data", is_flag=True, help="Print the rows as JSON.")
def list_names(kind: str, *, as_data: bool) -> int:
    """List variants (published searches), contracts, theorems, false beliefs, trees, workloads, or known names.

    KIND is variants, contracts, theorems, beliefs, trees, workloads or names. The kind `names` lists the names of
    parameters and of position methods that prunecheck recognises in a search.
    """
    if kind not in ROWS:
        raise UnknownNameError("list", kind, ROWS)
    rows = ROWS[kind]()
    if as_data:
        click.echo(msgspec.json.encode(rows).decode())
        return HELD
    shown = console()
    if kind == "variants" and shown.is_terminal:
        print_families(shown)
        return HELD
    if kind in STATEMENTS or (kind in WIDE and shown.is_terminal and shown.width < WIDEST):
        print_statements(shown, rows)
        _print_footer(shown, kind)
        return HELD
    table = Table(box=None if not shown.is_terminal else SIMPLE_HEAD, pad_edge=False)
    for nth, column in enumerate(rows[0]):
        table.add_column(column, overflow="fold", no_wrap=nth == 0)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row.values()))
    shown.print(table)
    _print_footer(shown, kind)
    return HELD


def _print_footer(shown: Console, kind: str) -> None:
    """Print what the symbols in a list of contracts mean, or what the source numbers in a list of trees mean."""
    if kind == "contracts":
        shown.print(Text(f"\n{SYMBOLS}"))
    elif kind == "trees":
        texts = {variant.source_id: _source(variant) for variant in VARIANTS.values() if variant.source_id}
        shown.print(Text(f"\nsources: {'; '.join(texts[number] for number in sorted(texts))}"))


def print_families(shown: Console) -> None:
    """Print the searches of the catalogue, grouped by family, each with a description and the source."""
    width = max(map(len, VARIANTS))
    for name, rows in FAMILIES.items():
        shown.print(Text(name, "bold"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(width=width + 2, no_wrap=True)
        table.add_column()
        for row in rows:
            table.add_row(Text(f"  {row.name}"), Text(f"{_what(row)} ({_source(row)})"))
        shown.print(table)
        shown.print()
    shown.print(Text("Code, claims and known violations of a variant: prunecheck explain NAME"))
    shown.print(Text("All claims as JSON: prunecheck list variants --json"))


def _source(variant: Variant) -> str:
    return f"{variant.source_id} {variant.source}".strip()


def _what(variant: Variant) -> str:
    return f"lossy, {variant.lossy.words()}: {variant.title}" if variant.lossy else variant.title


def print_statements(shown: Console, rows: list[dict[str, str]]) -> None:
    """Print each table row as a paragraph: the name, then the statements, then a line for each other column."""
    for nth, row in enumerate(rows):
        (_, name), *others = ((column, text) for column, text in row.items() if column not in SENTENCES)
        if nth:
            shown.print()
        shown.print(Text(name, "bold"))
        sentences = [row[column] for column in SENTENCES if column in row]
        for line in (*sentences, *(f"{column}: {text}" for column, text in others if text)):
            shown.print(Padding(Text(line), (0, 0, 0, 2), expand=False), width=min(shown.width, WIDEST))


def _variant_rows() -> list[dict[str, str]]:
    return [
        {
            "variant": variant.name,
            "family": family(variant.name),
            "source": _source(variant),
            "claims": ("on the tree without skipped moves: " if variant.reduced else "")
            + ", ".join(claim.contract + ("*" if claim.condition else "") for claim in variant.claims),
            "known to break": ", ".join(dict.fromkeys(known.contract for known in variant.breaks)),
            "what it is": _what(variant),
        }
        for variant in VARIANTS.values()
    ]


def _contract_rows() -> list[dict[str, str]]:
    also = {name: ", ".join(alias for alias, target in ALIASES.items() if target == name) for name in CONTRACTS}
    return [
        {
            "contract": contract.name,
            "also called": also[contract.name],
            "says": contract.says,
            "source": contract.source,
        }
        for contract in CONTRACTS.values()
    ]


def theorem_rows() -> list[dict[str, str]]:
    """A table row for each theorem. The first column contains the theorem's name."""
    return [
        {"theorem": theorem.name, "says": theorem.says, "if": theorem.condition, "source": theorem.source}
        for theorem in THEOREMS.values()
    ]


def belief_rows() -> list[dict[str, str]]:
    """A table row for each false belief. The first column contains the belief's name."""
    return [
        {
            "false belief": belief.name,
            "says": belief.statement.says,
            "counterexample": belief.where,
            "what is true": belief.instead,
        }
        for belief in BELIEFS.values()
    ]


def _tree_rows() -> list[dict[str, str]]:
    return [{"tree": tree.name, "source": tree.source, "shows": tree.shows} for tree in TREES.values()]


def _workload_rows() -> list[dict[str, str]]:
    return [
        {
            "workload": workload.name,
            "version": str(workload.version),
            "window": str(workload.window),
            "source": workload.source,
            "shows": workload.shows,
        }
        for workload in WORKLOADS.values()
    ]


def parameter_names() -> dict[str, list[str]]:
    """The parameter names that prunecheck recognises in a search, for each kind of parameter."""
    return {role.value: sorted(names) for role, names in ROLE_NAMES.items()}


def position_names() -> dict[str, list[str]]:
    """The method names that prunecheck recognises in positions, grouped by meaning. Java spellings are left out."""
    return {
        meaning.value: [word for word, entry in WORD_MEANINGS.items() if entry is meaning and word.islower()]
        for meaning in Meaning
    }


def _name_rows() -> list[dict[str, str]]:
    kinds = (("parameter", Role, parameter_names()), ("method of positions", Meaning, position_names()))
    return [
        {"name": f"{kind}: {member}", "says": meanings(of).get(member, ""), "names": ", ".join(names)}
        for kind, of, listed in kinds
        for member, names in listed.items()
    ]


SENTENCES: Final = ("says", "shows")  # columns that describe a row
STATEMENTS: Final = ("theorems", "beliefs", "names")  # sentences that are too long for the columns of a table
WIDE: Final = ("contracts", "workloads")  # lists whose tables do not fit a narrow terminal
SYMBOLS: Final = "r is the returned value and v the minimax value. More: prunecheck explain NAME"
ROWS: Final[dict[str, Callable[[], list[dict[str, str]]]]] = {
    "variants": _variant_rows,
    "contracts": _contract_rows,
    "theorems": theorem_rows,
    "beliefs": belief_rows,
    "trees": _tree_rows,
    "workloads": _workload_rows,
    "names": _name_rows,
}
