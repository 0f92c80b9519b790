"""Find the module of a search, and the modules that it imports."""

import ast
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from prunecheck.error_frames import OURS as PACKAGE
from prunecheck.error_frames import is_library
from prunecheck.errors import PreconditionError
from prunecheck.subjects.importing.stand_ins import importer
from prunecheck.subjects.source.syntax import every

OURS: Final = ("__main__", "prunecheck")  # modules that are never unloaded
_FOLDERS: Final[set[Path]] = set()  # folders of all files loaded so far
MOST_FOLDERS_UP: Final = 4  # imported packages are looked for in this many parent folders


def is_file_name(place: str) -> bool:
    """True for the path of a file, and False for the name of a module."""
    return place.endswith(".py") or "/" in place


def is_module(place: str) -> bool:
    """True for the name of a top-level module that is in the working directory or on Python's path."""
    if not place.isidentifier():
        return False
    here = Path(f"{place}.py"), Path(place, "__init__.py")
    return any(path.is_file() for path in here) or importlib.util.find_spec(place) is not None


def file_of(place: str) -> Path:
    """Return the Python file at a path. Raises: PreconditionError if the file does not exist."""
    path = Path(place)
    if not path.is_file():
        raise PreconditionError(f"there is no file {place!r}; give the path of a Python file, then :name")
    if path.suffix != ".py":
        raise PreconditionError(f"{place!r} is not a Python file; its name should end with .py")
    return path.resolve()


def put_on_path(file: Path) -> None:
    """Put the folder of a file first on Python's path, and the working directory after it.

    If the file has the same name as its folder, as in `go/go.py`, `import go` imports the folder as a package, not the
    file.
    """
    folder = file.parent
    _forget_others(folder)
    above = (str(folder.parent),) if folder.name == file.stem else ()
    for place in (str(Path.cwd()), str(folder), *above):
        if place in sys.path:
            sys.path.remove(place)
        sys.path.insert(0, place)


def package_of(file: Path, module: ast.Module) -> str:
    """Return the package for a file's relative imports, or an empty text if the file contains no relative imports.

    The folder above the package is added to Python's path. The package is the one that `python -m` would use, but its
    folders need no `__init__.py`.
    """
    levels = [node.level for node in every(ast.ImportFrom, module) if node.level]
    if not levels:
        return ""
    folders = [file.parent]
    while len(folders) < max(levels) or (folders[-1].parent / "__init__.py").is_file():
        folders.append(folders[-1].parent)
    top = folders[-1]
    _append_to_path(top.parent)
    if str(top) not in getattr(sys.modules.get(top.name), "__path__", ()):
        _forget({top.name})
        found = importlib.util.find_spec(top.name)
        if found is None or str(top) not in (found.submodule_search_locations or ()):
            _make_package(top)  # otherwise, a different package with this name could be found first
    return ".".join(folder.name for folder in reversed(folders))


def find_folders_above(file: Path, module: ast.Module) -> None:
    """Let Python find packages above a file's folder, as in `from src.board import Board`.

    Python also finds packages above the folder of each file that `file` imports, directly or indirectly.
    """
    folder = file.parent
    for name in sorted({dotted.partition(".")[0] for dotted in _imported_names(module)}):
        if not (folder / f"{name}.py").is_file():
            continue
        # otherwise, this file would be found instead of a package above
        package = next((above / name for above in folder.parents[:MOST_FOLDERS_UP] if (above / name).is_dir()), None)
        own = package == folder and name == file.stem
        if package is not None and _imports(module, name, parts=not own):
            if (package / "__init__.py").is_file():
                sys.path.insert(0, str(package.parent))
            else:
                _make_package(package)
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)


def _imports(module: ast.Module, name: str, *, parts: bool) -> bool:
    """True if a file imports the module or package with this name, or a submodule of it.

    If `parts` is True, only imports of submodules count.
    """
    return any(dotted.startswith(f"{name}.") or (dotted == name and not parts) for dotted in _imported_names(module))


def _imported_names(module: ast.Module) -> list[str]:
    """List the modules and packages that a file imports, except relative to its own package."""
    names = [part.name for statement in every(ast.Import, module) for part in statement.names]
    return names + [node.module or "" for node in every(ast.ImportFrom, module) if not node.level]


def _append_folder_with(name: str, folders: Sequence[Path]) -> None:
    """Let Python find a module or package: add the first of the folders that contains it to Python's path."""
    for folder in folders:
        if (folder / f"{name}.py").is_file() or (folder / name).is_dir():
            _append_to_path(folder)
            break


class _AboveFinder(MetaPathFinder):
    """An import hook that looks in the folders above the importing file, after all other import hooks."""

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the module specification for a module or package in a folder above the importing file."""
        found = importer()
        file = "" if found is None else found.f_code.co_filename
        if path is not None or not is_file(file) or is_library(file) or file.startswith(PACKAGE):
            return None
        before = len(sys.path)
        _append_folder_with(fullname, Path(file).resolve().parents[1:MOST_FOLDERS_UP])
        return PathFinder.find_spec(fullname, sys.path[before:], target) if sys.path[before:] else None


_FINDER: Final = _AboveFinder()


def _make_package(folder: Path) -> None:
    package = ModuleType(folder.name)
    package.__path__ = [str(folder)]
    sys.modules[folder.name] = package


def _append_to_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _forget_others(folder: Path) -> None:
    """Unload modules from the folders of files loaded before, if the new folder has modules with the same names."""
    others = _FOLDERS - {folder}
    _FOLDERS.add(folder)
    names = {path.name.removesuffix(".py") for path in folder.iterdir()} if others else set()
    hidden = {
        name for name in names.intersection(sys.modules).difference(OURS) if _folder_of(sys.modules[name]) in others
    }
    _forget(hidden)


def _forget(tops: set[str]) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] in tops:
            del sys.modules[name]


def _folder_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return None
    folder = Path(file).resolve().parent
    return folder.parent if hasattr(module, "__path__") else folder


def is_file(text: str | Path) -> bool:
    """True for the name of an existing file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # the text cannot be a file name
        return False


def is_folder(text: str | Path) -> bool:
    """True for the name of an existing folder."""
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):  # the text cannot be a folder name
        return False
