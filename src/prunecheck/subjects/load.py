"""Find a stranger's search by its name: `module:name`, `path/file.py:name`, with dots for what a class has."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final

from prunecheck.errors import PreconditionError, PrunecheckError, SubjectError, UnknownNameError, brief, told
from prunecheck.subjects.alarm import in_time
from prunecheck.subjects.calling import SECONDS
from prunecheck.subjects.made import made_for_each_call, needed
from prunecheck.subjects.vocabulary import ALL_WORDS, Vocabulary, vocabulary

PYTHON: Final = get_path("stdlib")
MAKING: Final = 6.0  # seconds in which an instance is made, beyond twice the time for an answer
OURS: Final = ("__main__", "prunecheck")  # never forgotten
_FOLDERS: Final[set[Path]] = set()  # of the files loaded so far
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


def load(text: str, begin: Callable[[str], None] | None = None) -> Loaded:
    """The search that `text` names. `begin` is told what is being done, as what cannot be done if it does not end.

    Who is told ends what does not end; else there is a time limit for making an instance.
    Raises: PreconditionError where there is no such file or module, or it cannot be imported, with the reason;
    UnknownNameError where it has no such name, with the nearest.
    """
    seconds = SECONDS if begin is None else None
    place, _, name = text.rpartition(":")
    if not place or not name:
        raise PreconditionError(f"{text!r} names no search; write module:name or path/file.py:name")
    begin = begin or _told_nobody
    begin(f"{place} cannot be imported")
    module = _module(place)
    begin(f"{text} cannot be made")
    found: Any = module
    for part in name.split("."):
        owner, found = found, _part(found, part, place)
    try:
        search = loaded(name, found, owner, _source(module, name), seconds=seconds)
    except PrunecheckError:
        raise
    except Exception as error:  # of a class or an instance that does not tell what it has
        raise PreconditionError(f"{text} cannot be read: {told(error)}{_raised_at(error)}; {_remedy(error)}") from None
    begin("")
    return search


def _part(whole: Any, part: str, place: str) -> Any:
    """What has that name in a module, class or instance; they may work it out when they are asked."""
    try:
        return getattr(whole, part)
    except AttributeError:
        known = [each for each in dir(whole) if not each.startswith("_")]
        raise UnknownNameError(f"name in {place}", part, known or ["nothing"]) from None
    except (Exception, SystemExit) as error:
        raise PreconditionError(
            f"{part} in {place} cannot be read: {told(error)}{_raised_at(error)}; {_remedy(error)}"
        ) from None


def _told_nobody(_: str) -> None:
    pass


def _module(place: str) -> ModuleType:
    spec = _file_spec(place) if place.endswith(".py") or "/" in place else None
    try:
        if spec is None or spec.loader is None:
            sys.path.insert(0, "")
            return importlib.import_module(place)
        module = importlib.util.module_from_spec(spec)
        folder = Path(place).resolve().parent
        _forget_others(folder)
        sys.path.insert(0, str(folder))  # so that it finds the modules beside it
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PreconditionError(
            f"{place} cannot be imported: {told(error)}{_raised_at(error)}; {_remedy(error)}"
        ) from None
    return module


def _forget_others(folder: Path) -> None:
    """Modules that lie beside a file loaded before are forgotten, where this folder has others of their names."""
    others = _FOLDERS - {folder}
    _FOLDERS.add(folder)
    offered = [each for each in sys.modules if (folder / f"{each}.py").is_file() or (folder / each).is_dir()]
    hidden = {each for each in offered if each not in OURS and _found_in(sys.modules[each]) in others}
    for name in list(sys.modules):
        if name.partition(".")[0] in hidden:
            del sys.modules[name]


def _found_in(module: ModuleType) -> Path | None:
    """The folder that a module or package was found in."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return None
    folder = Path(file).resolve().parent
    return folder.parent if hasattr(module, "__path__") else folder


def _raised_at(error: BaseException) -> str:
    """The file and line that raised an error, the last that is not Python's; nothing where the message has it."""
    if isinstance(error, SyntaxError):
        return ""
    frames = [each for each in extract_tb(error.__traceback__)[1:] if not each.filename.startswith("<frozen ")]
    own = [each for each in frames if not each.filename.startswith(PYTHON)]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


def _remedy(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return 'put what ends the program below if __name__ == "__main__"'
    if isinstance(error, ModuleNotFoundError):
        return "install what is missing, or run prunecheck where it is found"
    return "mend it there, or keep it out of what an import does"


def _file_spec(place: str) -> ModuleSpec:
    path = Path(place)
    if not path.is_file():
        raise PreconditionError(f"there is no file {place!r}; give the path of a Python file, then :name")
    name = f"prunecheck_subject_{path.stem}"  # not the stem alone, which may be that of a module of Python's own
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise PreconditionError(f"{place!r} is no Python file; its name should end with .py")
    return spec


def loaded(name: str, found: Any, owner: Any, words: Vocabulary, *, seconds: float | None = SECONDS) -> Loaded:
    """The search that `found` is; in a class, its `owner`, the attribute that `name` ends with.

    `seconds` are those for an answer, by which the time for making an instance goes; None sets it no limit.
    Raises: PreconditionError where it is none, or cannot be made.
    """
    most = None if seconds is None else MAKING + 2 * seconds
    if inspect.isclass(found):
        method = _method(found)
        if needed(found):
            through = made_for_each_call(found, method)
            return Loaded(name, lambda: through, words, keeps_state=False)

        _first(found, most)

        def fresh() -> Callable[..., Any]:
            function: Callable[..., Any] = getattr(_made(found, most), method)
            return function

        return Loaded(name, fresh, words, keeps_state=True)
    if not callable(found):
        kind = type(found).__name__
        raise PreconditionError(
            f"{name} is {brief(repr(found))}, of type {kind}, not a search; name a function, class or method"
        )
    attribute = name.rpartition(".")[2]
    if inspect.isclass(owner) and _is_method(inspect.getattr_static(owner, attribute)):
        if needed(owner):
            through = made_for_each_call(owner, attribute)
            return Loaded(name, lambda: through, words, keeps_state=False)
        _first(owner, most)

        def bound() -> Callable[..., Any]:
            function: Callable[..., Any] = getattr(_made(owner, most), attribute)
            return function

        return Loaded(name, bound, words, keeps_state=True)
    if inspect.isfunction(found) and not inspect.signature(found).parameters:
        first = _first(found, most)
        if first is None or isinstance(first, bool | int | float | str | list | tuple | dict):
            raise PreconditionError(
                f"{name}() returned {brief(repr(first))}, of type {type(first).__name__}, not a search; a function "
                "without parameters is to make one: return a function, or an instance with one"
            )
        _called_or_method(first)
        return Loaded(name, lambda: _called_or_method(_made(found, most)), words, keeps_state=True)
    return Loaded(name, lambda: found, words, keeps_state=False)


def _is_method(kept: Any) -> bool:
    """True for what a class keeps under a name and gives its instances bound: a function, or what a decorator made."""
    return hasattr(type(kept), "__get__") and not isinstance(kept, staticmethod | classmethod) and callable(kept)


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


def _first(make: Callable[[], Any], most: float | None) -> Any:
    """What a class or a factory makes, as `_made` has it. Raises: PreconditionError where it fails."""
    name = getattr(make, "__name__", make)
    try:
        return _made(make, most)
    except SubjectError:
        raise PreconditionError(
            f"{name}() does not come to an end within {most:g} s; mend it, or allow more seconds"
        ) from None
    except (Exception, SystemExit) as error:
        raise PreconditionError(
            f"{name}() fails: {told(error)}; name a function without parameters that makes the search"
        ) from None


def _made(make: Callable[[], Any], most: float | None) -> Any:
    """What it makes. Raises: SubjectError where that takes more than `most` seconds."""
    return make() if most is None else in_time(most, make)


def _source(module: ModuleType, name: str) -> Vocabulary:
    try:
        return vocabulary(inspect.getsource(module), name)
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
