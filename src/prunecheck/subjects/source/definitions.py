"""The definitions in a Python file, found without importing it, and how to name a search in it."""

import ast
import os
from pathlib import Path
from typing import Final

MOST_NAMED: Final = 12  # the most definitions to list


def public_names(file: Path) -> list[str]:
    """The public functions and classes at the top of a file, in order; empty if it is not readable Python."""
    try:
        parsed = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return [each.name for each in parsed.body if isinstance(each, kinds) and not each.name.startswith("_")]


def how_to_name(text: str) -> str:
    """The remedy for `text` that names no search: if it is a Python file, a search that it defines."""
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
