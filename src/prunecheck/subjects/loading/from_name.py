"""Load a Python search by its name: `module:name`, `path/file.py:name`, with dots for what a class has."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final

from prunecheck.errors import PreconditionError, PrunecheckError, UnknownNameError, told
from prunecheck.subjects.loading.from_object import LoadedSearch, search_from
from prunecheck.subjects.sandbox import ANSWER_SECONDS
from prunecheck.subjects.source.vocabulary import ALL_WORDS, Vocabulary, vocabulary

PYTHON: Final = get_path("stdlib")
OURS: Final = ("__main__", "prunecheck")  # never forgotten
_FOLDERS: Final[set[Path]] = set()  # of the files loaded so far


def load(text: str, begin: Callable[[str], None] | None = None) -> LoadedSearch:
    """The search that `text` names. `begin` is told what is being done, as what cannot be done if it does not end.

    Who is told ends what does not end; else there is a time limit for making an instance.
    Raises: PreconditionError where there is no such file or module, or it cannot be imported, with the reason;
    UnknownNameError where it has no such name, with the nearest.
    """
    seconds = ANSWER_SECONDS if begin is None else None
    place, _, name = text.rpartition(":")
    if not place or not name:
        raise PreconditionError(
            f"{text!r} names no search; write path/file.py:name, module:name, or a variant that prunecheck list names"
        )
    begin = begin or (lambda _: None)
    begin(f"{place} cannot be imported")
    module = _module(place)
    begin(f"{text} cannot be made")
    found: Any = module
    for part in name.split("."):
        owner, found = found, _part(found, part, place)
    try:
        search = search_from(name, found, owner, _source(module, name), seconds=seconds)
    except PrunecheckError:
        raise
    except Exception as error:  # of a class or an instance that does not tell what it has
        raise _failed(f"{text} cannot be read", error) from None
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
        raise _failed(f"{part} in {place} cannot be read", error) from None


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
        raise _failed(f"{place} cannot be imported", error) from None
    return module


def _forget_others(folder: Path) -> None:
    """Modules that lie beside a file loaded before are forgotten, where this folder has others of their names."""
    others = _FOLDERS - {folder}
    _FOLDERS.add(folder)
    offered = [each for each in sys.modules if (folder / f"{each}.py").is_file() or (folder / each).is_dir()]
    hidden = {each for each in offered if each not in OURS and _folder_of(sys.modules[each]) in others}
    for name in list(sys.modules):
        if name.partition(".")[0] in hidden:
            del sys.modules[name]


def _folder_of(module: ModuleType) -> Path | None:
    """The folder that a module or package was found in."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return None
    folder = Path(file).resolve().parent
    return folder.parent if hasattr(module, "__path__") else folder


def _failed(what: str, error: BaseException) -> PreconditionError:
    return PreconditionError(f"{what}: {told(error)}{_raised_at(error)}; {_remedy(error)}")


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
    return "fix it there, or keep it out of what an import does"


def _file_spec(place: str) -> ModuleSpec:
    path = Path(place)
    if not path.is_file():
        raise PreconditionError(f"there is no file {place!r}; give the path of a Python file, then :name")
    name = f"prunecheck_subject_{path.stem}"  # not the stem alone, which may be that of a module of Python's own
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise PreconditionError(f"{place!r} is no Python file; its name should end with .py")
    return spec


def _source(module: ModuleType, name: str) -> Vocabulary:
    try:
        return vocabulary(inspect.getsource(module), name)
    except (OSError, TypeError, SyntaxError):
        return ALL_WORDS
