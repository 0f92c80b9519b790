"""Find the other files of a project, and the names by which they import the file with the search."""

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from prunecheck.subjects.source.syntax import Function, every, imported_as, names_set_by

MOST_FILES: Final = 60
MOST_BYTES: Final = 200_000
_SKIPPED: Final = frozenset({"tests", "test", "venv", "env", "site-packages", "node_modules", "build", "docs"})


class Module(NamedTuple):
    """A file near a search: the name by which a starting call can import it, its syntax tree, and its path."""

    name: str
    tree: ast.Module
    path: Path


def modules_nearby(file: Path) -> Iterator[Module]:
    """Yield the modules in the folder of a file and in the project around the folder, without the file itself."""
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
    """Return pairs (class name, method name) for all methods that the classes in `modules` define."""
    classes = [node for module in modules for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    return {(kind.name, each.name) for kind in classes for each in kind.body if isinstance(each, Function)}


def imports_of(module: Module, file: Path) -> Iterator[tuple[str, str]]:
    """For each name that `module` imports from `file`, yield the name in `file` and the name in `module`.

    If the whole file is imported, the name in `file` is given as "". For a star import, the name in `file` is given as
    "*".
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


def origin_of(name: str, module: Module, others: Sequence[Module]) -> tuple[Path, str]:
    """Find the project file that defines a name used in `module`, and the name that the definition has in that file.

    The second result is "" if `name` stands for a whole file, as after `import board`.
    """
    for node, alias in _imports_at_top(module):
        package, level = (node.module or "", node.level) if isinstance(node, ast.ImportFrom) else ("", 0)
        whole = ".".join(filter(None, (package, alias.name)))
        if alias.name != "*" and (imported_as(alias) != name or (not package and not alias.asname and "." in whole)):
            continue
        for other in others:
            if isinstance(node, ast.ImportFrom) and _loads(module, package, level, other.path):
                if alias.name != "*" or name in names_at_top(other.tree):
                    left = [each for each in others if each is not other]
                    return origin_of(name if alias.name == "*" else alias.name, other, left)
            elif alias.name != "*" and _loads(module, whole, level, other.path):
                return other.path, ""
    return module.path, name


def starred_by(module: Module, others: Sequence[Module]) -> set[str]:
    """Return the names that a module has from star imports of other files of the project."""
    return {
        name
        for node, alias in _imports_at_top(module)
        if alias.name == "*" and isinstance(node, ast.ImportFrom)
        for other in others
        if other.path != module.path and _loads(module, node.module or "", node.level, other.path)
        for name in names_at_top(other.tree)
        if not name.startswith("_")
    }


def names_at_top(module: ast.Module) -> set[str]:
    """Return the names that the top-level statements of a module define or import."""
    found: set[str] = set()
    for statement in module.body:
        if isinstance(statement, Function | ast.ClassDef):
            found.add(statement.name)
        else:
            found |= names_set_by([statement]) | {alias.asname or alias.name for alias in every(ast.alias, statement)}
    return found


def _imports_at_top(module: Module) -> Iterator[tuple[ast.Import | ast.ImportFrom, ast.alias]]:
    """Yield the imports that run when a module is loaded, each with one imported name."""
    for statement in module.tree.body:
        for node in ast.walk(statement) if not isinstance(statement, Function | ast.ClassDef) else []:
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from ((node, alias) for alias in node.names)


def _loads(module: Module, name: str, level: int, file: Path) -> bool:
    """True if an import in a module loads this file."""
    near = module.path.parent
    folders = [[near, *near.parents][level - 1]] if level else [near, file.parent, Path.cwd(), Path.cwd() / "src"]
    paths = [folder.joinpath(*name.split(".")) if name else folder for folder in folders]
    return any(file in (path.with_suffix(".py"), path / "__init__.py") for path in paths)
