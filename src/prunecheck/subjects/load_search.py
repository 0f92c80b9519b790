"""Load a Python search, by name or from an object.

A name is `module:name` or `path/file.py:name`. For an attribute of a class, `name` is written `Class.attribute`.
"""

import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from prunecheck.errors import PreconditionError, PrunecheckError, UnknownNameError, brief, one_line
from prunecheck.subjects.importing.load_errors import load_error
from prunecheck.subjects.importing.modules import load_module
from prunecheck.subjects.importing.places import is_file, is_file_name, is_module
from prunecheck.subjects.make_callable import LoadedSearch, search_from, stored_name
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.source.definitions import how_to_name, place_of
from prunecheck.subjects.source.object_words import bases_of, definition_of, with_module_keys, words_of
from prunecheck.subjects.source.program_modules import source_of
from prunecheck.subjects.source.vocabulary import ALL_WORDS, Vocabulary, vocabulary
from prunecheck.subjects.subject import Definition


def load(text: str, begin: Callable[[str], None] | None = None) -> LoadedSearch:
    """Load the search that `text` names.

    `begin` is called with a description of each step of loading, for a report if the step hangs.

    If `begin` is None, making an instance of the user's class has a time limit. If `begin` is given, the caller must
    end a loading step that hangs.
    Raises: PreconditionError, with the reason, if the file or module does not exist or cannot be imported;
    UnknownNameError, which suggests the most similar name, if the file or module does not define the name.
    """
    seconds = ANSWER_SECONDS if begin is None else None
    place, _, name = text.rpartition(":")
    if not place or not name:
        raise PreconditionError(how_to_name(text))
    first = place.partition(":")[0]
    if first != place and is_file_name(first):
        named = place if not place.endswith(":") else f"{place.rstrip(':')}:{name}"
        raise PreconditionError(f"{text!r} names no search; write path/file.py:name, such as {named}")
    if not is_file_name(place) and is_file(place) and not is_module(place):
        raise PreconditionError(f"{place!r} is not a Python file; its name should end with .py")
    begin = begin or (lambda _: None)
    begin(f"{place} cannot be imported")
    loaded = load_module(place)
    begin(f"{text} cannot be created")
    search = _search_in(loaded.module, text, lambda kind: _source(loaded.module, name, kind), seconds)

    def reload() -> Callable[[], Callable[..., Any]]:
        return _search_in(loaded.reload(), text, lambda _: search.words, ANSWER_SECONDS).make

    begin("")
    file = getattr(loaded.module, "__file__", None)
    definition = Definition(file, name) if isinstance(file, str) else None
    return replace(search, reload=reload, notes=loaded.notes, definition=definition)


def _search_in(
    module: ModuleType, text: str, words: Callable[[Any], Vocabulary], seconds: float | None
) -> LoadedSearch:
    """Find the search that `text` names in its loaded module.

    The function `words` returns those names in the search's code that prunecheck knows. `words` is only called after
    the search was found, with the search or, for a method, with the class.
    """
    place, _, name = text.rpartition(":")
    found: Any = module
    for part in name.split("."):
        owner, found = found, _part(found, part, place)
    try:
        return search_from(name, found, owner, words(owner if inspect.isclass(owner) else found), seconds=seconds)
    except PrunecheckError:
        raise
    except Exception as error:  # the `__dir__` of a class or instance may be broken
        raise load_error(f"{text} cannot be read", error) from None


def _own(whole: Any, names: list[str]) -> list[str]:
    """Return those of the `names` that the module itself defines as functions or classes, not imported ones."""
    if not isinstance(whole, ModuleType):
        return []
    return [name for name in names if getattr(vars(whole).get(name), "__module__", None) == whole.__name__]


def _part(whole: Any, part: str, place: str) -> Any:
    """Return the attribute `part` of a module, class or instance. Computing the attribute may run the user's code."""
    try:
        return getattr(whole, stored_name(whole, part))
    except AttributeError:
        known = [name for name in dir(whole) if not name.startswith("_")]
        if not known and hasattr(whole, "__path__"):
            folder = place.replace(".", "/")
            raise PreconditionError(f"{folder!r} is a folder, not a file; write {folder}/file.py:{part}") from None
        if not known and isinstance(whole, ModuleType):
            raise PreconditionError(
                f"unknown name {part!r} in {place}; the file defines no functions or classes"
            ) from None
        own = _own(whole, known)
        methods = [f"{name}.{part}" for name in own if hasattr(getattr(whole, name), part)]
        raise UnknownNameError("name", part, methods or own or known or ["nothing"], place) from None
    except (Exception, SystemExit) as error:
        raise load_error(f"{part} in {place} cannot be read", error) from None


def _source(module: ModuleType, name: str, found: Any) -> Vocabulary:
    bases = bases_of(found)
    try:
        words = vocabulary(source_of(module, *bases), name)
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
    return with_module_keys(words, module, *bases)


def load_object(search: Callable[..., Any], *, seconds: float = ANSWER_SECONDS) -> LoadedSearch:
    """Load a search from a Python object.

    A class, or a function without parameters that returns a search, is called to make a new search for each call.

    Raises: PreconditionError if the object is not a search, or if making an instance takes too long. The time limit for
    making an instance depends on `seconds`, the limit for one call.
    """
    anything: Any = search  # its annotation may be wrong
    if not callable(anything):
        raise PreconditionError(
            f"{brief(repr(search))}, of type {type(search).__name__}, is not a search; "
            "give a function, a class, a method, or its name"
        )
    name, findable = name_of(search)
    found = search_from(name, search, _owner(search), words_of(definition_of(search)), seconds=seconds)
    return replace(found, findable=findable, definition=place_of(definition_of(search)))


def name_of(search: Callable[..., Any]) -> tuple[str, bool]:
    """Return the name of a search, and whether this name is enough to load the search.

    The name includes the file if the file is below the working directory.

    >>> name_of(len)
    ('len', False)
    """
    defined = definition_of(search)
    name = one_line(str(getattr(defined, "__qualname__", type(defined).__name__)))
    try:
        file = Path(inspect.getfile(defined)).resolve().relative_to(Path.cwd())
    except (TypeError, ValueError, OSError):
        return name, False
    again = search is defined and all(map(str.isidentifier, name.split(".")))  # this name leads to it in the file
    return (f"{file.as_posix()}:{name}", True) if again else (name, False)


def _owner(search: Any) -> Any:
    """Return the class or module that defines a function, found by the function's qualified name.

    Returns None if no class or module is found, or if `search` is not a function.
    """
    found: Any = sys.modules.get(getattr(search, "__module__", ""))
    for part in getattr(search, "__qualname__", "").split(".")[:-1]:
        found = getattr(found, part, None)
    return found if inspect.isfunction(search) else None
