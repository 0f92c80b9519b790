"""Find the other files of a project, and the names by which they import the file with the search."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from prunecheck.subjects.source.syntax import Function, imported_as

MOST_FILES: Final = 60
MOST_BYTES: Final = 200_000
_SKIPPED: Final = frozenset({"tests", "test", "venv", "env", "site-packages", "node_modules", "build", "docs"})


class Module(NamedTuple):
    """A file near a search: the name by which a starting call can import it, its syntax tree, and its path."""

    name: str
    tree: ast.Module
    path: Path


def modules_nearby(file: Path) -> Iterator[Module]:
    """Yield the other modules in a file's folder, and in the project around it."""
    folder, here = file.resolve().parent, Path.cwd()
    root = here if folder.is_relative_to(here) else folder
    paths = sorted(_python_files(root), key=lambda path: (not path.is_relative_to(folder), len(path.parts), path))
    for path in paths[:MOST_FILES]:
        if path == file.resolve() or path.stat().st_size > MOST_BYTES:
            continue
        parts = path.relative_to(folder if path.is_relative_to(folder) else root).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if parts and all(map(str.isidentifier, parts)):
            try:
                yield Module(".".join(parts), ast.parse(path.read_bytes()), path)
            except (SyntaxError, ValueError, OSError):
                continue


def _python_files(root: Path) -> Iterator[Path]:
    for folder, inside, files in os.walk(root):
        inside[:] = sorted(name for name in inside if name.lower() not in _SKIPPED and not name.startswith((".", "_")))
        if len(Path(folder).relative_to(root).parts) > 3:
            inside.clear()
        yield from (Path(folder, file) for file in files if file.endswith(".py") and "test" not in file.lower())


def methods_in(*modules: ast.Module) -> set[tuple[str, str]]:
    """Return the methods that the classes in these modules define: pairs of a class name and a method name."""
    classes = [node for module in modules for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    return {(kind.name, each.name) for kind in classes for each in kind.body if isinstance(each, Function)}


def imports_of(module: Module, file: Path) -> Iterator[tuple[str, str]]:
    """Yield what a module imports from a file: the name in the file, and the name in the module.

    The name in the file is "" if the file is imported as a whole, and "*" for a star import.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _loads(module, alias.name, 0, file):
                    yield "", alias.asname or alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if _loads(module, node.module or "", node.level, file):
                    yield alias.name, imported_as(alias)
                elif _loads(module, ".".join(filter(None, (node.module, alias.name))), node.level, file):
                    yield "", imported_as(alias)


def _loads(module: Module, name: str, level: int, file: Path) -> bool:
    """True if an import in a module loads this file."""
    near = module.path.parent
    folders = [[near, *near.parents][level - 1]] if level else [near, file.parent, Path.cwd()]
    paths = [folder.joinpath(*name.split(".")) if name else folder for folder in folders]
    return any(file in (path.with_suffix(".py"), path / "__init__.py") for path in paths)
