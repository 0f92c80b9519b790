"""Find a stranger's search by its name: `module:name`, `path/file.py:name`, with dots for what a class has."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from prunecheck.errors import PreconditionError, UnknownNameError, one_line
from prunecheck.subjects.made import made_for_each_call, needed
from prunecheck.subjects.vocabulary import ALL_WORDS, Vocabulary, vocabulary

METHODS: Final = (
    "getAction",  # of Pacman's agents, whose other methods take agents
    "search",
    "alphabeta",
    "alpha_beta",
    "negamax",
    "minimax",
    "solve",
    "best_move",
    "choose_move",
    "get_move",
    "get_action",
    "run",
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A search as it was found: `make` gives the function to call; for a class, that of a fresh instance."""

    name: str
    make: Callable[[], Callable[..., Any]]
    words: Vocabulary
    keeps_state: bool


def load(text: str) -> Loaded:
    """The search that `text` names.

    Raises: PreconditionError where there is no such file or module, or it cannot be imported, with the reason;
    UnknownNameError where it has no such name, with the nearest.
    """
    place, _, name = text.rpartition(":")
    if not place or not name:
        raise PreconditionError(f"{text!r} names no search; write module:name or path/file.py:name")
    module = _module(place)
    found: Any = module
    for part in name.split("."):
        known = [each for each in vars(found) if not each.startswith("_")]
        if not hasattr(found, part):
            raise UnknownNameError(f"name in {place}", part, known or ["nothing"])
        owner, found = found, getattr(found, part)
    return loaded(name, found, owner, _source(module, name))


def _module(place: str) -> ModuleType:
    spec = _file_spec(place) if place.endswith(".py") or "/" in place else None
    try:
        if spec is None or spec.loader is None:
            sys.path.insert(0, "")
            return importlib.import_module(place)
        module = importlib.util.module_from_spec(spec)
        sys.path.insert(0, str(Path(place).resolve().parent))  # so that it finds the modules beside it
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PreconditionError(f"{place} cannot be imported: {type(error).__name__}: {one_line(str(error))}") from None
    return module


def _file_spec(place: str) -> ModuleSpec:
    path = Path(place)
    if not path.is_file():
        raise PreconditionError(f"there is no file {place!r}; give the path of a Python file, then :name")
    name = f"prunecheck_subject_{path.stem}"  # not the stem alone, which may be that of a module of Python's own
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise PreconditionError(f"{place!r} is no Python file; its name should end with .py")
    return spec


def loaded(name: str, found: Any, owner: Any, words: Vocabulary) -> Loaded:
    """The search that `found` is, an attribute of `owner`. Raises: PreconditionError where it is none."""
    if inspect.isclass(found):
        method = _method(found)
        if needed(found):
            through = made_for_each_call(found, method)
            return Loaded(name, lambda: through, words, keeps_state=False)

        def fresh() -> Callable[..., Any]:
            function: Callable[..., Any] = getattr(_instance(found), method)
            return function

        return Loaded(name, fresh, words, keeps_state=True)
    if not callable(found):
        raise PreconditionError(f"{name} is a {type(found).__name__}, not a search; name a function, class or method")
    if (
        inspect.isclass(owner)
        and inspect.isfunction(found)
        and not isinstance(inspect.getattr_static(owner, found.__name__), staticmethod)
    ):
        if needed(owner):
            through = made_for_each_call(owner, found.__name__)
            return Loaded(name, lambda: through, words, keeps_state=False)

        def bound() -> Callable[..., Any]:
            function: Callable[..., Any] = getattr(_instance(owner), found.__name__)
            return function

        return Loaded(name, bound, words, keeps_state=True)
    if inspect.isfunction(found) and not inspect.signature(found).parameters:
        _called_or_method(found())
        return Loaded(name, lambda: _called_or_method(found()), words, keeps_state=True)
    return Loaded(name, lambda: found, words, keeps_state=False)


def _called_or_method(made: Any) -> Callable[..., Any]:
    if callable(made):
        called: Callable[..., Any] = made
        return called
    function: Callable[..., Any] = getattr(made, _method(type(made)))
    return function


def _method(kind: type) -> str:
    if "__call__" in vars(kind):
        return "__call__"
    for name in METHODS:
        if callable(getattr(kind, name, None)):
            return name
    entries = _entries(kind)
    if len(entries) == 1:
        return entries[0]
    if entries:
        raise PreconditionError(
            f"which method of class {kind.__name__} is the search, {' or '.join(entries)}? "
            f"Name one: {kind.__name__}.{entries[0]}"
        )
    raise PreconditionError(
        f"class {kind.__name__} has none of the methods {', '.join(METHODS)}; name one: {kind.__name__}.method"
    )


def _entries(kind: type) -> list[str]:
    """The methods that take something and that no other method of the class mentions: where a search may begin."""
    methods = {
        name: found
        for name, found in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") and len(inspect.signature(found).parameters) > 1
    }
    mentioned = {
        word
        for name, found in inspect.getmembers(kind, inspect.isfunction)
        for word in found.__code__.co_names
        if word != name
    }
    return [name for name in methods if name not in mentioned]


def _instance(kind: Callable[[], Any]) -> Any:
    try:
        return kind()
    except TypeError as error:
        raise PreconditionError(
            f"{getattr(kind, '__name__', kind)} cannot be made without arguments ({one_line(str(error))}); "
            "name a function without parameters that makes one"
        ) from None


def _source(module: ModuleType, name: str) -> Vocabulary:
    try:
        return vocabulary(inspect.getsource(module), name)
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
