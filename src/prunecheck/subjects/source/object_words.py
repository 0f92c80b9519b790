"""Find the vocabulary of a search that is a Python object, in the source code that defines the object."""

import functools
import inspect
import sys
import textwrap
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from prunecheck.error_frames import is_standard
from prunecheck.subjects.source.program_modules import source_of
from prunecheck.subjects.source.vocabulary import ALL_WORDS, Vocabulary, vocabulary, with_keys_beside


def definition_of(search: Any) -> Any:
    """Find the definition of an object: the function inside a partial, a cache or a method, or an instance's class."""
    while isinstance(search, functools.partial) or (hasattr(search, "cache_info") and hasattr(search, "__wrapped__")):
        search = search.func if isinstance(search, functools.partial) else search.__wrapped__
    if inspect.ismethod(search):
        return search.__func__
    if inspect.isfunction(search) or inspect.isclass(search) or inspect.isbuiltin(search):
        return search
    return type(search)


def module_of(defined: Any) -> ModuleType | None:
    """Return the module that defines a function or class, or None if this module is not loaded."""
    return sys.modules.get(getattr(defined, "__module__", None) or "")


def bases_of(found: Any) -> list[ModuleType]:
    """List the modules that define the base classes of a class, without Python's standard library."""
    kinds = found.__mro__[1:] if inspect.isclass(found) else ()
    modules = (module for kind in kinds if (module := module_of(kind)) is not None)
    return [module for module in modules if not is_standard(getattr(module, "__file__", None) or "<")]


def words_of(defined: Any) -> Vocabulary:
    """Find the names that prunecheck knows, such as `alpha`, in a definition and in the code that the definition uses.

    If the source code cannot be read, all names that prunecheck knows are returned.
    """
    while _only_configures(defined):
        defined = defined.__base__
    name = getattr(defined, "__qualname__", "").rpartition(".<locals>.")[2]
    module: Any = module_of(defined)
    bases = bases_of(defined)
    around = ""  # the module's source code is missing, for example in a worker process without the file
    with suppress(OSError, TypeError):
        around = source_of(module, *bases)
    try:
        own = textwrap.dedent(inspect.getsource(defined))
        words = vocabulary(f"{around}\n\n{own}", name.partition(".")[0])
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
    return with_module_keys(words, module, *bases)


def _only_configures(kind: Any) -> bool:
    """True for a class without source code, such as in an interactive session, that only defines special methods."""
    if not inspect.isclass(kind) or kind.__base__ in (object, None):
        return False
    if any(callable(held) for name, held in vars(kind).items() if not name.startswith("__")):
        return False
    try:
        inspect.getsource(kind)
    except (OSError, TypeError):
        return True
    return False


def with_module_keys(words: Vocabulary, *modules: ModuleType | None) -> Vocabulary:
    """Treat position keys from the projects of these modules as keys that include the side to move."""
    for module in modules:
        file = getattr(module, "__file__", None)
        words = with_keys_beside(words, Path(file)) if isinstance(file, str) else words
    return words
