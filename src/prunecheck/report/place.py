"""Find the file and line of a user's search, for reports that point at code."""

import ast
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prunecheck.subjects.source_files import is_file
from prunecheck.verify.records import Origin, VariantVerdict


@dataclass(frozen=True, slots=True)
class Place:
    """A file, and a line counted from 1.

    A file below the current folder has a relative path, with `/` between folders.
    """

    file: str
    line: int = 1


def place_of(verdict: VariantVerdict) -> Place | None:
    """The place of the definition of a search; None for a variant of the catalogue, or if no file is known.

    For an external program, the place is the first line of a file in its command that is below the current folder;
    preferably a script.
    """
    if verdict.origin is not Origin.NAMED:
        return None
    owner, _, name = verdict.name.rpartition(":")
    for file in _candidates(verdict.name, owner):
        if is_file(file):
            return Place(_shown(file), line_of(file, name) if file.suffix == ".py" else 1)
    return None


def line_of(file: Path, name: str) -> int:
    """The line of a Python file on which a name is defined; 1 if it is not found."""
    line = 1
    try:
        around: ast.AST = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return line
    for part in name.split("."):
        for each in ast.iter_child_nodes(around):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and each.name == part:
                around, line = each, each.lineno
                break
    return line


def _candidates(name: str, owner: str) -> Iterator[Path]:
    """The files that may define a search: a file, a module in the current folder or `src`, or a word of a command."""
    kind, _, command = name.partition(":")
    if kind == "pipe":
        try:
            words = [Path(word) for word in shlex.split(command)]
        except ValueError:
            return
        below = [path for path in words if is_file(path) and Path.cwd() in path.absolute().parents]
        yield from sorted(below, key=_is_binary)
    elif owner.endswith(".py"):
        yield Path(owner)
    else:
        inner = Path(*owner.split("."))
        for root in (Path(), Path("src")):
            yield from (root / inner.with_suffix(".py"), root / inner / "__init__.py")


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return b"\0" in file.read(1024)


def _shown(file: Path) -> str:
    here = Path.cwd()
    whole = file if file.is_absolute() else here / file
    return (file if ".." in whole.parts or not whole.is_relative_to(here) else whole.relative_to(here)).as_posix()
