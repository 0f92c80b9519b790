"""Find out where names in the files near a search are defined, and how a starting call can refer to them."""

import ast
import importlib.util
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from prunecheck.subjects.source.bindings import constants
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.syntax import Function, dotted, every, imported_as

MOST_FILES: Final = 60
MOST_BYTES: Final = 200_000
_SKIPPED: Final = frozenset({"tests", "test", "venv", "env", "site-packages", "node_modules", "build", "docs"})
_NOT_MODULES: Final = frozenset({"math", "inf", "INF"})  # names that have another meaning in a starting call


class Module(NamedTuple):
    """A file near a search: the name to import it by, its calls, and its path."""

    name: str
    graph: CallGraph
    path: Path


def modules_nearby(file: Path) -> Iterator[Module]:
    """Yield the other modules in a file's folder, and in the project around it, with the names to import them by."""
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
                yield Module(".".join(parts), CallGraph(ast.parse(path.read_bytes())), path)
            except (SyntaxError, ValueError, OSError):
                continue


def _python_files(root: Path) -> Iterator[Path]:
    for folder, inside, files in os.walk(root):
        inside[:] = sorted(
            folder_name
            for folder_name in inside
            if folder_name.lower() not in _SKIPPED and not folder_name.startswith((".", "_"))
        )
        if len(Path(folder).relative_to(root).parts) > 3:
            inside.clear()
        yield from (Path(folder, file) for file in files if file.endswith(".py") and "test" not in file.lower())


@dataclass(eq=False, slots=True)
class Imported:
    """What an import refers to: a module in the project or, with `part`, a part of that module.

    For a library, `module` is None and `library` is the name of the module.
    """

    module: Module | None
    part: str = ""
    library: str = ""


@dataclass(eq=False)
class Project:
    """The file with the search, `home`, and the other files near it."""

    home: Module
    others: list[Module]
    _imports: dict[Path, dict[str, Imported]] = field(default_factory=dict, init=False)
    _starred: dict[Path, list[Module]] = field(default_factory=dict, init=False)
    _defined: dict[Path, set[str]] = field(default_factory=dict, init=False)

    @cached_property
    def _by_path(self) -> dict[Path, Module]:
        return {module.path: module for module in (self.home, *self.others)}

    def imports(self, module: Module) -> dict[str, Imported]:
        """What the imports anywhere in a module refer to, by name."""
        if module.path not in self._imports:
            self._imports[module.path] = dict(self._bound(module))
        return self._imports[module.path]

    def origin(self, module: Module, name: str, deep: int = 0) -> tuple[Module, str] | None:
        """The module that defines a name used in `module`, and the name there. None for a name that no file defines."""
        if deep > len(self._by_path):
            return None
        if name in self.defined(module):
            return module, name
        found = self.imports(module).get(name)
        if found is not None:
            return self.origin(found.module, found.part, deep + 1) if found.module and found.part else None
        for star in self._stars(module):
            if origin := self.origin(star, name, deep + 1):
                return origin
        return None

    def reference(self, module: Module, name: str) -> str:
        """An expression with which a starting call can refer to a name that `module` defines."""
        if module is self.home:
            return name
        if self.origin(self.home, name) == (module, name):
            return name
        for bound, found in self.imports(self.home).items():
            if found.module is module and not found.part:
                return f"{bound}.{name}"
            if found.part and self.origin(self.home, bound) == (module, name):
                return bound
        return self.from_module(module.name, name)

    def from_module(self, module: str, name: str) -> str:
        """An expression for `name` in `module`, which works even if the search's file does not import it."""
        first = module.partition(".")[0]
        if first in _NOT_MODULES | self.defined(self.home) | set(self.imports(self.home)) - {module}:
            return f"__import__({module!r}, fromlist=[{name!r}]).{name}"
        return f"{module}.{name}"

    def has_library(self, library: str) -> bool:
        """True if Python finds a library, or the file with the search imports it."""
        if any(own.library == library for own in self.imports(self.home).values()):
            return True
        return importlib.util.find_spec(library.partition(".")[0]) is not None

    def from_library(self, found: Imported) -> str:
        """An expression for an object in a library: its name in the search's file, or its path in the library."""
        for bound, own in self.imports(self.home).items():
            if own.module is None and (own.library, own.part) == (found.library, found.part):
                return bound
        return self.from_module(found.library, found.part) if found.part else found.library

    def called(self, module: Module, call: ast.Call) -> tuple[Module, str] | None:
        """The function or class in the project that a call in `module` runs, with the module that defines it."""
        if isinstance(call.func, ast.Name):
            return self.origin(module, call.func.id)
        if isinstance(call.func, ast.Attribute) and (whole := dotted(call.func.value)):
            found = self.imports(module).get(whole)
            if found is not None and found.module is not None:
                if not found.part:
                    return self.origin(found.module, call.func.attr)
                if origin := self.origin(found.module, found.part):
                    return origin[0], f"{origin[1]}.{call.func.attr}"
        return None

    def calls(self, module: Module, call: ast.Call, owner: Module, target: Defined) -> bool:
        """True if a call in `module` possibly runs a function that another module, `owner`, defines."""
        if (named := self.called(module, call)) is not None:
            return named == (owner, target.name) or (named[0] is owner and f"{named[1]}.__init__" == target.name)
        if not target.bound or not isinstance(call.func, ast.Attribute) or call.func.attr != target.node.name:
            return False
        root = dotted(call.func.value).partition(".")[0]
        own = self.imports(module).get(root)
        return (own is None or own.module is not None) and not any(
            call.func.attr in neighbour.graph.by_last_name
            for neighbour in (self.home, *self.others)
            if neighbour is not owner
        )

    def defined(self, module: Module) -> set[str]:
        """The functions, classes and variables that a module defines at its top level."""
        if module.path not in self._defined:
            named = [node for node in _top_level(module.graph.module) if isinstance(node, Function | ast.ClassDef)]
            self._defined[module.path] = {*constants(module.graph.module), *(definition.name for definition in named)}
        return self._defined[module.path]

    def _bound(self, module: Module) -> Iterator[tuple[str, Imported]]:
        for node in ast.walk(module.graph.module):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    whole = alias.name if alias.asname else imported_as(alias)
                    yield imported_as(alias), Imported(self._find(module, whole, 0), library=whole)
            elif isinstance(node, ast.ImportFrom):
                source = self._find(module, node.module or "", node.level)
                for alias in node.names:
                    inside = ".".join(filter(None, (node.module, alias.name)))
                    if alias.name == "*":
                        continue
                    if source is None and (part := self._find(module, inside, node.level)):
                        yield imported_as(alias), Imported(part)
                    else:
                        yield imported_as(alias), Imported(source, alias.name, node.module or "")

    def _stars(self, module: Module) -> list[Module]:
        """The modules from which a module imports all names (`*`), in reverse order."""
        if module.path not in self._starred:
            stars = [
                self._find(module, node.module or "", node.level)
                for node in every(ast.ImportFrom, module.graph.module)
                if any(alias.name == "*" for alias in node.names)
            ]
            self._starred[module.path] = [star for star in reversed(stars) if star is not None]
        return self._starred[module.path]

    def _find(self, module: Module, name: str, level: int) -> Module | None:
        """The file in the project that an import in `module` loads. None if the import loads a library."""
        parts = name.split(".") if name else []
        near = module.path.parent
        folders = [near, self.home.path.parent, Path.cwd()] if not level else [[near, *near.parents][level - 1]]
        for folder in folders:
            path = folder.joinpath(*parts)
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if found := self._by_path.get(file):
                    return found
        return None


def _top_level(module: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a module, including those inside `if` and `try`."""
    left: list[ast.AST] = [*module.body]
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, Function | ast.ClassDef | ast.expr):
            left += ast.iter_child_nodes(node)
