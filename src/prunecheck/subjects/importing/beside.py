"""Load the modules that a starting call names, even if the search's module does not import them."""

import ast
import importlib
import importlib.util
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from prunecheck.subjects.importing.modules import load_module
from prunecheck.subjects.source.syntax import Function, dotted, every, names_set_by


def modules_beside(start: ast.AST, module: ModuleType, known: Collection[str]) -> dict[str, Any]:
    """Load the modules that a starting call names, as in `board.Board()`, except modules with `known` names.

    Modules in the folder of the search come first, then modules in the working directory, then libraries. When a module
    is loaded, statements that play a game are skipped. For a name without a module, as in `Board()`, the result
    contains the function or class with this name, if exactly one file in the folder of the search defines it.
    Raises: PreconditionError if a module cannot be imported.
    """
    found: dict[str, Any] = {}
    set_there = names_set_by([start]) | {node.arg for node in every(ast.arg, start)}
    for whole in _dotted_names(start):
        first = whole.partition(".")[0]
        if first not in known and first not in set_there and (held := _loaded(whole, module)) is not None:
            found.setdefault(first, held)
    for node in every(ast.Name, start):
        if node.id not in {*known, *set_there, *found} and (file := _defining_file(node.id, module)) is not None:
            found[node.id] = getattr(_loaded(file.stem, module), node.id)
    return found


def _defining_file(name: str, module: ModuleType) -> Path | None:
    """Find the file in the folder of `module` that defines the function or class `name`.

    Returns None if no file, or more than one file, defines `name`.
    """
    defining = []
    for file in Path(str(module.__file__)).resolve().parent.glob("*.py"):
        with suppress(OSError, ValueError, SyntaxError):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            if any(isinstance(node, Function | ast.ClassDef) and node.name == name for node in tree.body):
                defining.append(file)
    return defining[0] if len(defining) == 1 else None


def _dotted_names(start: ast.AST) -> Iterator[str]:
    for node in every(ast.Attribute, start):
        if name := dotted(node.value):
            yield name


def _loaded(whole: str, module: ModuleType) -> ModuleType | None:
    """Load the module or package with which a dotted name begins.

    Returns None if the name does not begin with a module.
    """
    first = whole.partition(".")[0]
    for folder in dict.fromkeys((Path(str(module.__file__)).resolve().parent, Path.cwd())):
        file = folder / f"{first}.py"
        if file.is_file():
            return _loaded_from(file) or _in_package(first, module) or _by_name(first, file)
        if (folder / first).is_dir():
            parts = whole.split(".")
            for nth in range(len(parts), 1, -1):
                if folder.joinpath(*parts[:nth]).with_suffix(".py").is_file():
                    load_module(".".join(parts[:nth]))
                    break
            with suppress(ImportError):
                return importlib.import_module(first)
    with suppress(ImportError, ValueError):
        return importlib.import_module(first)
    return None


def _loaded_from(file: Path) -> ModuleType | None:
    """Return the module that was already loaded from this file, or None if the file was not loaded yet."""
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == str(file):
            return module
    return None


def _by_name(name: str, file: Path) -> ModuleType:
    """Import the module that `file` contains under the name `name`.

    If a package or library already has this name, the file is loaded by path.
    """
    found = load_module(name).module
    return found if getattr(found, "__file__", None) == str(file) else load_module(str(file)).module


def _in_package(name: str, module: ModuleType) -> ModuleType | None:
    """Import the module with this name from the package of the search.

    Returns None if the package has no module of this name.
    """
    if module.__package__:
        with suppress(ImportError):
            return importlib.import_module(f"{module.__package__}.{name}")
    return None
