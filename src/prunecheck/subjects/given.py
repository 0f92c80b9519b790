"""A search that is given as what it is, in the same process: a function, a class, a method, an instance to call."""

import functools
import inspect
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from prunecheck.errors import PreconditionError, brief, one_line
from prunecheck.subjects.calling import SECONDS
from prunecheck.subjects.load import Loaded, loaded
from prunecheck.subjects.vocabulary import ALL_WORDS, Vocabulary, vocabulary


def given(search: Callable[..., Any], *, seconds: float = SECONDS) -> Loaded:
    """The search that this very object is. A class, or a function without parameters, makes a fresh one for each call.

    The time for that goes by the `seconds` for an answer.
    Raises: PreconditionError where it is none.
    """
    found: Any = search  # whatever it is said to be
    if not callable(found):
        kind = type(search).__name__
        raise PreconditionError(
            f"{brief(repr(search))}, of type {kind}, is not a search; give a function, a class, a method, or its name"
        )
    return loaded(name_of(search), search, _owner(search), _words(_defined(search)), seconds=seconds)


def name_of(search: Callable[..., Any]) -> str:
    """Its name; with its file where that lies below the working directory, so that it can be found again by it.

    >>> name_of(len)
    'len'
    """
    defined = _defined(search)
    name = one_line(str(getattr(defined, "__qualname__", type(defined).__name__)))
    try:
        file = Path(inspect.getfile(defined)).resolve().relative_to(Path.cwd())
    except (TypeError, ValueError, OSError):
        return name
    again = search is defined and all(map(str.isidentifier, name.split(".")))  # by this name it is found in the file
    return f"{file.as_posix()}:{name}" if again else name


def _defined(search: Any) -> Any:
    """What has a definition in some file: the function of a partial, a cache or a method, the class of an instance."""
    while isinstance(search, functools.partial) or (hasattr(search, "cache_info") and hasattr(search, "__wrapped__")):
        search = search.func if isinstance(search, functools.partial) else search.__wrapped__
    if inspect.ismethod(search):
        return search.__func__
    if inspect.isfunction(search) or inspect.isclass(search) or inspect.isbuiltin(search):
        return search
    return type(search)


def _owner(search: Any) -> Any:
    """The class that has a function among its methods, where that can be found by its name."""
    found: Any = sys.modules.get(getattr(search, "__module__", ""))
    for part in getattr(search, "__qualname__", "").split(".")[:-1]:
        found = getattr(found, part, None)
    return found if inspect.isfunction(search) else None


def _words(defined: Any) -> Vocabulary:
    """The words that it uses, and what it refers to in its module; all words where its source cannot be read."""
    name = getattr(defined, "__qualname__", "").rpartition(".<locals>.")[2]
    module = sys.modules.get(getattr(defined, "__module__", ""))
    try:
        own = textwrap.dedent(inspect.getsource(defined))
        return vocabulary(f"{_source_of(module)}\n\n{own}", name.partition(".")[0])
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS


def _source_of(module: ModuleType | None) -> str:
    """The text of a module; none where it has no file, as that of a worker process."""
    try:
        return inspect.getsource(module) if module else ""
    except (OSError, TypeError):
        return ""
