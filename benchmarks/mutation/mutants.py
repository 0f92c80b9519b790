"""All mutants of a source file: each has one mutation, made by an operator of cosmic-ray or of ours."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.plugins import get_operator, operator_names

from benchmarks.mutation.equivalents import Mutation, enclosing, plain
from benchmarks.mutation.operators import DropStatement, SwapName


@dataclass(frozen=True)
class Mutant:
    """A source file with one mutation: where and what it is, and the whole text of the file."""

    mutation: Mutation
    code: str
    diff: str


def operators() -> Iterator[Any]:
    """The operators of cosmic-ray that need no arguments, then ours."""
    for name in operator_names():
        operator = get_operator(name)
        if not operator.arguments():
            yield operator()
    yield SwapName()
    yield DropStatement()


def mutants(file: str, source: str) -> tuple[list[Mutant], int]:
    """The mutants of `source` that compile, without duplicates, and the number omitted because they change annotations.

    `file` is the file name for the mutants.
    """
    nodes = list(ast_nodes(get_ast(source)))
    notes = list(_annotations(source))
    found: dict[str, Mutant] = {}
    left_out = 0
    for operator in operators():
        positions = [(node, *place) for node in nodes for place in operator.mutation_positions(node)]
        for occurrence, (node, start, end) in enumerate(positions):
            if node.type == "operator" and node.parent.type in {"parameters", "param"}:
                continue  # a bare slash or star in a parameter list looks like arithmetic
            if any(first <= start and end <= last for first, last in notes):
                left_out += 1
                continue
            code = MutationVisitor.mutate_code(source, operator, occurrence)
            if code is not None and code != source and code not in found and _compiles(code):
                found[code] = _mutant(file, source, code)
    return list(found.values()), left_out


def _compiles(code: str) -> bool:
    """True if the code compiles."""
    with catch_warnings():
        simplefilter("ignore")  # `is` with a number is a mutation like any other
        try:
            compile(code, "mutant", "exec")
        except SyntaxError:
            return False
    return True


def _annotations(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The start and end of each annotation: line from 1, column from 0."""
    for node in ast.walk(ast.parse(source)):
        for note in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(note, ast.expr):
                yield (note.lineno, note.col_offset), (note.end_lineno or 0, note.end_col_offset or 0)


def _mutant(file: str, source: str, code: str) -> Mutant:
    old, new = source.splitlines(), code.splitlines()
    changes = [
        opcode for opcode in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if opcode[0] != "equal"
    ]
    first, last = changes[0][1], changes[-1][2]
    before = plain(old[first:last])
    function, begin = enclosing(source, first + 1)
    nth = sum(plain(old[at : at + last - first]) == before for at in range(begin - 1, first + 1))
    after = plain(new[changes[0][3] : changes[-1][4]])
    diff = "\n".join(unified_diff(old, new, file, file, lineterm="", n=2))
    return Mutant(Mutation(file, function, before, after, nth), code, diff)


def sources(root: Path) -> Path:
    """The folder of the package in a clone, or in a copy of one."""
    return root / "src" / "prunecheck"
