"""Find the modules in a program: the module with the search, and the modules that it imports from its folder."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from prunecheck.error_frames import INSTALLED
from prunecheck.subjects.source.reachable import reachable

MOST_CHARACTERS = (
    200_000  # number of characters in neighbouring modules: some 5,000 lines, which take about a second to read
)


def modules_of(module: ModuleType) -> list[ModuleType]:
    """List the module, and all modules in or below its folder that it imports, directly or indirectly."""
    folder = _folder(module)
    return [module] if folder is None else imported(module, lambda other: _is_below(other, folder))


def imported(module: ModuleType, belongs: Callable[[ModuleType], bool]) -> list[ModuleType]:
    """List the module, and the modules that it imports, directly or indirectly, if `belongs` is true for them.

    Modules from which only some names are imported are included.
    """

    def used(importing: ModuleType) -> Iterator[ModuleType]:
        for held in list(vars(importing).values()):
            name = getattr(held, "__name__" if isinstance(held, ModuleType) else "__module__", None)
            other = sys.modules.get(name) if isinstance(name, str) else None
            if other is not None and belongs(other):
                yield other

    return reachable([module], used)


def source_of(module: ModuleType) -> str:
    """Return the source code of the program around a module. In a large program, only the nearest modules are included.

    Raises: OSError or TypeError if the module has no source code.
    """
    texts, left = [inspect.getsource(module)], MOST_CHARACTERS
    for other in modules_of(module)[1:]:
        text = ""
        with suppress(OSError, TypeError):
            text = inspect.getsource(other)
        left -= len(text)
        if left < 0:
            break
        texts.append(text)
    return "\n\n".join(reversed(texts))


def _folder(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve().parent if isinstance(file, str) else None


def _is_below(module: ModuleType, folder: Path) -> bool:
    own = _folder(module)
    return own is not None and own.is_relative_to(folder) and INSTALLED.isdisjoint(own.relative_to(folder).parts)
