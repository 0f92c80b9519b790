"""The rule that only contracts know what kind of contract they are, seen in the syntax trees of the package."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from prunecheck.contracts.contract import Contract
from prunecheck.contracts.order import CONTRACTS

SOURCE = Path(__file__).parents[2] / "src" / "prunecheck"
DEFINITIONS = SOURCE / "contracts"
CATALOGUE = SOURCE / "catalog"
FILES = sorted(path for path in SOURCE.rglob("*.py") if not {DEFINITIONS, CATALOGUE} & set(path.parents))
OTHER_MEANINGS: Final = {  # names of contracts that also mean something else, and in which files
    "clamped": {"theorems/theorems.py"},  # a variant
    "exact": {  # a depth rule, and a figure of a publication that is not a mean
        "published/knuth_moore.py",
        "published/lecture.py",
        "published/shallow.py",
        "published/thirty_moves.py",
        "subjects/convention.py",
    },
    "table": {  # a transposition table, a table in a search's source, and a subcommand
        "cli/program.py",
        "cli/table.py",
        "published/tables.py",
        "subjects/convention.py",
        "subjects/external/messages.py",
        "subjects/external/program_subject.py",
        "subjects/own_game/hooks/search_tables.py",
        "verify/checks.py",
        "verify/explain/diagnosis.py",
        "verify/explain/likely_causes.py",
        "verify/explain/suspect_line.py",
        "verify/explain/witness_changes.py",
        "verify/subject_findings.py",
    },
    "visits": {"cli/bench.py", "measure/counts.py"},  # a column, and an attribute
}


def kinds_of_contracts() -> set[str]:
    """The names of all classes of contracts."""
    kinds, new = {Contract}, [Contract]
    while new:
        new = [kind for parent in new for kind in parent.__subclasses__()]
        kinds.update(new)
    return {kind.__name__ for kind in kinds}


def literal_names(module: ast.Module) -> set[str]:
    """The names of contracts that are written out in a module."""
    return {node.value for node in ast.walk(module) if isinstance(node, ast.Constant) and node.value in CONTRACTS}


def kinds_asked_for(module: ast.Module) -> Iterator[str]:
    """The classes of contracts that a module tests for: with isinstance, issubclass, `type(x) is` or `match`."""
    for node in ast.walk(module):
        tested: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 2:
            tested = [node.args[1]] if node.func.id in {"isinstance", "issubclass"} else []
        elif isinstance(node, ast.Compare) and any(
            isinstance(operator, ast.Is | ast.IsNot | ast.Eq) for operator in node.ops
        ):
            tested = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchClass):
            tested = [node.cls]
        names = (node for expression in tested for node in ast.walk(expression))
        yield from (name.id for name in names if isinstance(name, ast.Name) and name.id in kinds_of_contracts())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_contract_is_asked_for_its_name_or_kind(path: Path) -> None:
    """Whatever depends on a contract is one of its attributes or methods. Code names a contract by its constant."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    file = path.relative_to(SOURCE).as_posix()
    assert literal_names(module) == {name for name, files in OTHER_MEANINGS.items() if file in files}
    assert list(kinds_asked_for(module)) == []


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(contract(name), MoveContract)",
        "isinstance(each, (str, ValueContract))",
        "type(each) is VisitContract",
        "match each:\n    case LineContract():\n        pass",
    ],
)
def test_each_way_to_ask_for_a_kind_is_noticed(code: str) -> None:
    """The rule would notice each of these ways."""
    assert list(kinds_asked_for(ast.parse(code))) != []


def test_a_name_written_out_is_noticed() -> None:
    """The rule would notice a contract's name anywhere in an expression."""
    assert literal_names(ast.parse('chosen = {"best-move": 1} if "knuth" in held else None')) == {"best-move", "knuth"}
