"""Find the definitions in a Python file without importing the file, and how to name a search in it."""

import ast
import inspect
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import names_defined_by, names_in
from prunecheck.subjects.subject import Definition

MOST_NAMED: Final = 12  # the most definitions that a message lists


def public_names(file: Path) -> list[str]:
    """The public functions and classes at the top of a file, in order, but recursive ones first.

    Empty if the file is not readable Python.
    """
    try:
        parsed = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    public = [each for each in parsed.body if isinstance(each, kinds) and not each.name.startswith("_")]
    recursive = {each.node for each in recursive_functions(parsed)}
    return [each.name for each in sorted(public, key=lambda each: recursive.isdisjoint(ast.walk(each)))]


def how_to_name(text: str) -> str:
    """Explain how to name a search, if `text` does not name one; for a Python file, list the searches in it."""
    file = Path(text)
    if file.suffix == ".py" and not file.exists():
        return f"there is no file {text!r}; write path/file.py:name"
    if names := public_names(file) if file.suffix == ".py" else []:
        others = f"; it also has {', '.join(names[1:MOST_NAMED])}" if len(names) > 1 else ""
        return f"{text} is a file, not a search; write {text}:{names[0]}{others}"
    if file.is_file() and os.access(file, os.X_OK):
        return f"{text} is a program, not a search in Python; write 'pipe:{text}'"
    ways = "path/file.py:name, module:name, or a name that `prunecheck list variants` prints"
    return f"{text!r} names no search; write {ways}"


def place_of(defined: Any) -> Definition | None:
    """The file of a function or class, and its name there; None if it is not in a file."""
    with suppress(TypeError, OSError):
        file = inspect.getsourcefile(defined)
        return None if file is None else Definition(file, str(getattr(defined, "__qualname__", "")))
    return None


def definitions_behind(module: ast.Module, name: str) -> ast.Module:
    """The definition of `name` and the definitions that it uses, also indirectly; without `name`, the whole module."""
    found: dict[str, list[ast.stmt]] = {}
    for each in module.body:
        targets = each.targets if isinstance(each, ast.Assign) else []  # for example, a lambda with a name
        targets = [each.target] if isinstance(each, ast.AnnAssign) else targets
        for defined in names_defined_by(each) | names_in(targets):
            found.setdefault(defined, []).append(each)
    open_names, reached = [name.partition(".")[0]], dict[int, ast.stmt]()
    while open_names:
        for statement in found.pop(open_names.pop(), ()):
            reached[id(statement)] = statement
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    open_names.append(node.id)
                elif isinstance(node, ast.Attribute):
                    open_names.append(node.attr)
    return ast.Module(list(reached.values()), []) if reached else module
