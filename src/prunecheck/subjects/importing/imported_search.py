"""Find searches in the files that define them, if another file imports, inherits or calls them."""

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
from prunecheck.subjects.source.mentions import Mentions
from prunecheck.subjects.source.syntax import dotted, every


class ImportedSearch(NamedTuple):
    """The module that defines a search, by name and file, and the search's qualified name in that module."""

    module: str
    file: str
    name: str


def imported_search(place: str, name: str) -> ImportedSearch | None:
    """Where the search `name` of a module is defined, if in another module. The module is given by path or name.

    None if the module defines such a function itself, or if none of the user's Python files defines it.

    Raises: PreconditionError if the module cannot be read or imported.
    """
    tree = module_loader(place).tree
    own = {*Mentions(tree).by_last_name, *(node.name for node in every(ast.ClassDef, tree))}
    return None if name.rpartition(".")[2] in own else _definition(load_module(place).module, name)


def imported_recursions(place: str, name: str) -> tuple[str, ...]:
    """The recursive functions in the user's other files that a function calls, each as `path/file.py:name`.

    Raises: PreconditionError if the module cannot be read or imported.
    """
    loader = module_loader(place)
    mentions = Mentions(loader.tree)
    bodies = [mentions.bodies[function] for function in mentions.in_order_from(name)]
    called = dict.fromkeys(dotted(call.func) for body in bodies for call in every(ast.Call, body))
    module = load_module(place).module
    found = dict.fromkeys(definition for word in called if word and (definition := _definition(module, word)))
    others = [(definition, _recursion(definition)) for definition in found if definition.module != module.__name__]
    return tuple(f"{os.path.relpath(definition.file)}:{name}" for definition, name in others if name)


def _definition(module: ModuleType, name: str) -> ImportedSearch | None:
    """Where the function or class with this name in a module is defined. None if not in one of the user's files."""
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
    """The qualified name of a recursive function or, for a class, of its first search. Empty if there is none."""
    graph = CallGraph(ast.parse(Path(definition.file).read_bytes()))
    found = graph.find(definition.name)
    return found.name if found is not None and found in graph.recursion(found) else ""
