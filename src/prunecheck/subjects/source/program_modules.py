"""Find the modules in a program: the module with the search, and the user's modules that it imports.

Modules in the folder of the search belong to its program, even if this folder is part of an installed package.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from prunecheck.error_frames import INSTALLED, is_users
from prunecheck.subjects.source.reachable import reachable

MOST_CHARACTERS = (
    200_000  # number of characters in neighbouring modules: some 5,000 lines, which take about a second to read
)


def modules_of(*modules: ModuleType) -> list[ModuleType]:
    """List the given modules, and the modules of the program that they import, directly or indirectly.

    A module belongs to the program if the user wrote it, or if it is in or below the folder of one of `modules`.
    """
    folders = list(filter(None, map(_folder, modules)))

    def belongs(other: ModuleType) -> bool:
        file = getattr(other, "__file__", None)
        return isinstance(file, str) and (is_users(file) or any(_is_below(other, folder) for folder in folders))

    return imported(modules, belongs)


def imported(modules: Iterable[ModuleType], belongs: Callable[[ModuleType], bool]) -> list[ModuleType]:
    """List the given modules, and each module for which `belongs` is true and that they import, directly or indirectly.

    Modules from which only some names are imported are included.
    """

    def used(importing: ModuleType) -> Iterator[ModuleType]:
        for held in list(vars(importing).values()):
            name = getattr(held, "__name__" if isinstance(held, ModuleType) else "__module__", None)
            other = sys.modules.get(name) if isinstance(name, str) else None
            if other is not None and belongs(other):
                yield other

    return reachable(modules, used)


def source_of(module: ModuleType, *bases: ModuleType) -> str:
    """Return the source code of the program around a module. In a large program, only the nearest modules are included.

    The modules in `bases`, which define the base classes of a search, also belong to the program.

    Raises: OSError or TypeError if `module` has no source code.
    """
    texts, left = [inspect.getsource(module)], MOST_CHARACTERS
    for other in modules_of(module, *bases)[1:]:
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
