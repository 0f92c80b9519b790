"""Find the definitions in a Python file without importing it, and the names of the searches in it."""

import ast
import inspect
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import Function
from prunecheck.subjects.subject import Definition

DEFINITIONS: Final = Function | ast.ClassDef
MOST_NAMED: Final = 12  # a message lists at most this many definitions


def public_names(file: Path) -> list[str]:
    """List the public functions and classes at the top level of a file, likeliest searches first.

    First come recursive functions and methods that take a window, a depth or the side to move. Classes with recursive
    methods that take a window, a depth or the side to move come next, then the remaining recursive functions, and then
    all remaining names. Returns an empty list if the file cannot be read or is not Python.
    """
    try:
        parsed = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    public = [node for node in parsed.body if isinstance(node, DEFINITIONS) and not node.name.startswith("_")]
    functions = recursive_functions(parsed)
    recursive = {function.node for function in functions}
    searches = {each.node for each in functions if each.has_window or each.depth or each.flag or each.sign}
    methods = {
        f"{owner.name}.{method.name}": method
        for owner in public
        if isinstance(owner, ast.ClassDef)
        for method in owner.body
        if isinstance(method, Function) and method in recursive and not method.name.startswith("_")
    }
    named: dict[str, Function | ast.ClassDef] = {definition.name: definition for definition in public} | methods

    def rank(name: str) -> tuple[bool, ...]:
        node = named[name]
        inside = list(ast.walk(node))
        return (
            searches.isdisjoint(inside),
            node not in recursive,
            recursive.isdisjoint(inside),
            "." in name or isinstance(node, ast.ClassDef),
        )

    return sorted(named, key=rank)


def how_to_name(text: str) -> str:
    """Explain how to name a search, to a user who gave a `text` that does not name a search.

    If `text` is a Python file, list the searches in it.
    """
    file = Path(text)
    place, _, name = text.rpartition(":")
    if place and not name and public_names(Path(place)):
        return f"{text!r} has no name after the colon; write {place}:{public_names(Path(place))[0]}"
    if place and not name:
        return f"{text!r} has no name after the colon; write path/file.py:name"
    if text.startswith(":"):
        return f"{text!r} has no file before the colon; write path/file.py:name"
    if file.is_dir():
        return f"{text!r} is a folder; write {text.rstrip('/')}/file.py:name"
    if file.suffix == ".py" and not file.exists():
        return f"there is no file {text!r}; write path/file.py:name"
    if names := public_names(file) if file.suffix == ".py" else []:
        if len(names) == 1:
            return f"{text} is a file, not a search; write {text}:{names[0]}"
        return f"{text} is a file, not a search; write {text}:NAME, with a name such as {', '.join(names[:MOST_NAMED])}"
    if file.suffix == ".py":
        return f"{text} is a file, not a search; write {text}:NAME, with the name of the search"
    if file.is_file() and os.access(file, os.X_OK):
        return f"{text} is a program, not a search in Python; write 'pipe:{text}'"
    if file.is_file() and not file.suffix and (names := public_names(file)):
        return f"{text} contains Python, but its name does not end with .py; rename it, and write {text}.py:{names[0]}"
    if file.is_file():
        return f"{text} is not a Python file; write 'pipe:COMMAND', with the command that runs it"
    if "/" in text or file.suffix[1:].isalpha():
        ways = "path/file.py:name, module:name, or 'pipe:COMMAND' for an external program"
        return f"there is no file {text!r}; write {ways}"
    ways = "path/file.py:name, module:name, or a name that `prunecheck list variants` prints"
    return f"{text!r} names no search; write {ways}"


def place_of(defined: Any) -> Definition | None:
    """Return the file of a function or class, and the name of the function or class in this file.

    Returns None if the object is not in a file.
    """
    with suppress(TypeError, OSError):
        file = inspect.getsourcefile(defined)
        return None if file is None else Definition(file, str(getattr(defined, "__qualname__", "")))
    return None


def has_window(place: Definition) -> bool:
    """True if the definition uses a recursive function that takes alpha and beta.

    Returns False if the file cannot be read.
    """
    with suppress(OSError, SyntaxError, ValueError, RecursionError):
        parsed = ast.parse(Path(place.file).read_text(encoding="utf-8"))
        return any(function.has_window for function in recursive_functions(parsed, place.name))
    return False
