"""Find the module that defines a search, if the search is named in another file, which imports or inherits it."""

import ast
import inspect
import sys
from functools import reduce
from typing import Any, NamedTuple

from prunecheck.error_frames import is_library
from prunecheck.subjects.importing.modules import load_module, module_loader
from prunecheck.subjects.source.mentions import Mentions
from prunecheck.subjects.source.syntax import every


class ImportedSearch(NamedTuple):
    """The name and file of the module that defines a search, and the search's qualified name there."""

    module: str
    file: str
    name: str


def imported_search(place: str, name: str) -> ImportedSearch | None:
    """The definition of the search `name` of a module, given by its path or name, if it is in another module.

    None if the module defines such a function itself, or if there is no definition in a Python file of the user's.

    Raises: PreconditionError if the module cannot be read or imported.
    """
    tree = module_loader(place).tree
    own = {*Mentions(tree).by_last_name, *(node.name for node in every(ast.ClassDef, tree))}
    if name.rpartition(".")[2] in own:
        return None
    held: Any = load_module(place).module
    try:
        held = inspect.unwrap(reduce(getattr, name.split("."), held))
    except (AttributeError, ValueError):
        return None
    defined, qualified = getattr(held, "__module__", None), getattr(held, "__qualname__", "")
    file = str(getattr(sys.modules.get(str(defined)), "__file__", ""))
    if not file.endswith(".py") or is_library(file) or not all(map(str.isidentifier, qualified.split("."))):
        return None
    return ImportedSearch(str(defined), file, qualified)
