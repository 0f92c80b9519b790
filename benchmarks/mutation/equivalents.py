"""The list of equivalent mutants: mutations that no caller can notice, with reasons."""

import ast
import tomllib
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

LIST: Final = Path(__file__).with_name("equivalents.toml")


class Mutation(NamedTuple):
    """One change in one place: the file within the package, the function, and the lines before and after the change.

    Lines are without indentation. If the function has several equal lines, `nth` says which one it is, from 1.
    """

    file: str
    function: str
    before: str
    after: str
    nth: int = 1


def equivalents() -> dict[Mutation, str]:
    """The mutations of the list, each with its reason."""
    with LIST.open("rb") as file:
        rows = tomllib.load(file)["equivalent"]
    return {Mutation(**{name: row[name] for name in Mutation._fields if name in row}): row["reason"] for row in rows}


def plain(lines: Sequence[str]) -> str:
    """Lines of a source as a mutation quotes them."""
    return dedent("\n".join(lines)).strip()


def enclosing(source: str, line: int) -> tuple[str, int]:
    """The qualified name of the innermost function or class around this line, and its first line."""
    found = ("", 1)

    def enter(node: ast.AST, path: str) -> None:
        nonlocal found
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{path}.{child.name}".lstrip(".")
                if child.lineno <= line <= (child.end_lineno or 0):
                    found = (name, child.lineno)
                    enter(child, name)
            else:
                enter(child, path)

    enter(ast.parse(source), "")
    return found


def stands(mutation: Mutation, source: str) -> bool:
    """True if the mutation's function still has its lines at least `nth` times."""
    lines = source.splitlines()
    length = mutation.before.count("\n") + 1
    places = [
        at
        for at in range(len(lines) - length + 1)
        if plain(lines[at : at + length]) == mutation.before and enclosing(source, at + 1)[0] == mutation.function
    ]
    return len(places) >= mutation.nth
