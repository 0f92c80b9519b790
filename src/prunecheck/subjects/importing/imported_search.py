"""Find the file that defines a search, if the file that the user named only imports, inherits or calls the search."""

import ast
import inspect
import os
import sys
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from prunecheck.error_frames import is_library
from prunecheck.subjects.importing.modules import load_module, module_loader
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.syntax import dotted, every


class ImportedSearch(NamedTuple):
    """The module that defines a search, by name and file, and the search's qualified name in that module."""

    module: str
    file: str
    name: str


def imported_search(place: str, name: str) -> ImportedSearch | None:
    """Find the place where the search `name` of a module is defined, if another module defines it.

    `place` is the path or the name of the module. Returns None if the module defines the search itself, or if none of
    the user's Python files defines it.

    Raises: PreconditionError if the module cannot be read or imported.
    """
    graph = CallGraph(module_loader(place).tree)
    own = {*graph.by_last_name, *(node.name for node in graph.classes.values())}
    return None if name.rpartition(".")[2] in own else _definition(load_module(place).module, name)


def imported_recursions(place: str, name: str) -> tuple[str, ...]:
    """List the recursive functions in the user's other files that a function calls, each as `path/file.py:name`.

    Raises: PreconditionError if the module cannot be read or imported.
    """
    graph = CallGraph(module_loader(place).tree)
    bodies = [graph.bodies[function] for function in graph.reached(name)]
    called = dict.fromkeys(dotted(call.func) for body in bodies for call in every(ast.Call, body))
    module = load_module(place).module
    found = dict.fromkeys(definition for word in called if word and (definition := _definition(module, word)))
    others = [(definition, _recursion(definition)) for definition in found if definition.module != module.__name__]
    return tuple(f"{os.path.relpath(definition.file)}:{name}" for definition, name in others if name)


def _definition(module: ModuleType, name: str) -> ImportedSearch | None:
    """Find the place where a module's function or class with this name is defined.

    Returns None if no file of the user defines the name.
    """
    held: Any = module
    try:
        held = inspect.unwrap(reduce(getattr, name.split("."), held))
    except (Exception, SystemExit):  # the module may have a `__getattr__`, which may fail in any way
        return None
    defined, qualified = getattr(held, "__module__", None), getattr(held, "__qualname__", "")
    file = str(getattr(sys.modules.get(str(defined)), "__file__", ""))
    if not file.endswith(".py") or is_library(file) or not all(map(str.isidentifier, qualified.split("."))):
        return None
    return ImportedSearch(str(defined), file, qualified)


def _recursion(definition: ImportedSearch) -> str:
    """Return the qualified name of a recursive function. For a class, return the qualified name of its first search.

    Returns an empty text if nothing is recursive.
    """
    graph = CallGraph(ast.parse(Path(definition.file).read_bytes()))
    found = graph.find(definition.name)
    return found.name if found is not None and graph.cycle(found.name) else ""
