"""Find the calls to a search in the files of its project, and write names from these files in a starting call."""

import ast
import copy
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Self, TypeAlias

from prunecheck.subjects.source.bindings import communicates, constants, definitions_of
from prunecheck.subjects.source.calls import CallGraph, Defined, calls_in
from prunecheck.subjects.source.project import Module, imports_of, methods_in, modules_nearby, origin_of, starred_by
from prunecheck.subjects.source.scripts import ScriptReader, drawing_names
from prunecheck.subjects.source.syntax import (
    Function,
    dotted,
    every,
    imported_as,
    is_main_test,
    is_name,
    names_set_by,
)

_NOT_MODULES: Final = frozenset({"math", "inf", "INF"})  # names that have another meaning in a starting call
Scope: TypeAlias = Defined | None  # None is the top level of the module


class UnknownValueError(Exception):
    """Raised for an expression whose value is only known inside its function, or that a starting call cannot name."""


@dataclass(eq=False)
class ProjectFile:
    """The file of a search, or another file of its project, with its calls to the search from outside the recursion.

    `group` contains the functions that take part in the recursion. If the search is in another file, `_home` is that
    file, and `module` is this file's module name. `imports` lists the names that this file imports from the search's
    file. Each item of `imports` is a pair: the name in the search's file, and the name in this file.
    """

    graph: CallGraph
    file: str
    group: list[Defined]
    _home: Self | None = None
    module: str = ""
    imports: tuple[tuple[str, str], ...] = ()

    @property
    def home(self) -> Self:
        """The file of the search."""
        return self._home or self

    @cached_property
    def files(self) -> list[Self]:
        """The file of the search, and the files that import it.

        Files that communicate with other programs when they are imported are omitted.
        """
        return [self, *(other for other in self.others if other.imports and not other.uses_network)]

    @cached_property
    def others(self) -> list[Self]:
        """The other files of the project, beginning with the files that are imported by the search's file."""
        file = Path(self.file).resolve()
        found = [
            type(self)(CallGraph(other.tree), str(other.path), [], self, other.name, tuple(imports_of(other, file)))
            for other in self.nearby
        ]
        return sorted(found, key=lambda other: Path(other.file) not in self.imported)

    @cached_property
    def imported(self) -> set[Path]:
        """The files of the project from which this file takes names, or which it imports as a whole."""
        return {path for path, _ in self.origins}

    @cached_property
    def nearby(self) -> list[Module]:
        """The other files of the project."""
        return list(modules_nearby(Path(self.file)))

    @cached_property
    def methods(self) -> set[tuple[str, str]]:
        """Pairs (class name, method name) for all methods that the project's classes define."""
        return methods_in(self.graph.module, *(module.tree for module in self.nearby))

    @property
    def uses_network(self) -> bool:
        """True if code that runs when the file is imported communicates with other programs or machines."""
        lines = [each for each in self.graph.module.body if not isinstance(each, Function | ast.ClassDef)]
        runs = (each for each in lines if not is_main_test(each))
        parts = (part for each in runs for part in (each, *(called.node for called in self.graph.reached_from(each))))
        return any(map(communicates, parts))

    @cached_property
    def itself(self) -> Module:
        """This file as a module of the project."""
        return Module(self.module, self.graph.module, Path(self.file).resolve())

    @property
    def _beside(self) -> list[Module]:
        """All files of the project."""
        return [self.home.itself, *self.home.nearby]

    @cached_property
    def origins(self) -> dict[tuple[Path, str], str]:
        """A dictionary from the file and name of a definition to its name in this file."""
        return {origin_of(name, self.itself, self._beside): name for name in sorted(self.top_names)}

    def _written(self, name: str) -> str:
        """Write a name of this file so that it is valid in the search's file: the name used there, or `module.name`.

        Raises: UnknownValueError if the search's file uses the name of this module for something else.
        """
        home = self.home
        file, own = origin_of(name, self.itself, self._beside)
        if (file, own) in home.origins:
            return home.origins[file, own]
        if (file, "") in home.origins:
            return f"{home.origins[file, '']}.{own}"
        taken = _NOT_MODULES | sys.stdlib_module_names | home.top_names
        defining = (f"{other.module}.{own}" for other in home.others if Path(other.file) == file)
        for text in (*defining, f"{self.module}.{name}"):
            if text.partition(".")[0] not in taken:
                return text.removesuffix(".")
        raise UnknownValueError

    def named(self, expression: ast.expr) -> ast.expr:
        """Write the names of this file as a starting call must write them, such as `play.Board()` for `Board()`."""
        bound = names_set_by([expression]) | {node.arg for node in every(ast.arg, expression)}
        outer = self

        class Qualify(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.expr:  # the name that `ast` calls
                if node.id in bound or node.id not in outer.top_names:
                    return node
                return ast.parse(outer._written(node.id), mode="eval").body

        found = Qualify().visit(copy.deepcopy(expression)) if self.module else expression
        assert isinstance(found, ast.expr)
        return found

    def names_of(self, name: str) -> set[str]:
        """Return the names under which this file can use a function or class of the search's file."""
        first, *rest = name.split(".")
        known = {"": f".{first}", "*": first, first: ""}
        own = {known[part] if part == "*" else own + known[part] for part, own in self.imports if part in known}
        return {".".join((each, *rest)) for each in own}

    def sites(self, target: Defined) -> list[tuple[Self, Scope, ast.Call]]:
        """List the calls to a function, except recursive calls. Calls at the top level of the file come first."""
        inside = {function.name for function in self.group}
        calls = [(scope, call) for scope, call in self.calls if scope is None or scope.name not in inside]
        if self.graph.functions.get(target.name) is target:
            return [(self, scope, call) for scope, call in calls if target in self.graph.targets(call, scope)]
        return [(self, scope, call) for scope, call in calls if self._may_call(call, scope, target)]

    def all_sites(self, target: Defined) -> list[tuple[Self, Scope, ast.Call]]:
        """List the calls to a function of the search's file, in this file and in other files."""
        return [site for each in self.files for site in each.sites(target)]

    def _may_call(self, call: ast.Call, scope: Scope, target: Defined) -> bool:
        """True if a call possibly runs `target`, which is a function of a different file."""
        name = target.node.name
        if target.bound:
            own = scope is not None and f"{scope.name.rpartition('.')[0]}.{name}" in self.graph.functions
            match call.func:
                case ast.Attribute(value=owner, attr=attribute):
                    if attribute == name and not (own and scope is not None and self._is_self(owner, scope)):
                        return not self._has_other_class(owner, scope, target)
            return False
        return dotted(call.func) in self.names_of(target.name)

    def _has_other_class(self, owner: ast.expr, scope: Scope, target: Defined) -> bool:
        """True if `owner` is an instance of a class other than that of `target`, with its own method of this name."""
        bodies = [self.graph.module.body] if scope is None else [scope.node.body, self.graph.module.body]
        made = [value for body in bodies for value in definitions_of(body, dotted(owner))] or [owner]
        kinds = {dotted(value.func).rpartition(".")[2] for value in made if isinstance(value, ast.Call)}
        kind, _, method = target.name.rpartition(".")
        return bool(kinds) and kind not in kinds and all((each, method) in self.home.methods for each in kinds)

    @cached_property
    def calls(self) -> list[tuple[Scope, ast.Call]]:
        """All calls in the file. Calls at the top level of the file come first."""
        statements = [each for each in self.graph.module.body if not isinstance(each, Function | ast.ClassDef)]
        found: list[tuple[Scope, ast.Call]] = [(None, call) for each in statements for call in calls_in(each)]
        found += [(each, call) for each in self.graph.functions.values() for call in calls_in(each.node)]
        return found

    @cached_property
    def top_names(self) -> set[str]:
        """The names that the module has when it is loaded. A star import of an unknown module is listed as `*`."""
        found = set(constants(self.graph.module))
        for statement in self.graph.module.body:
            for node in ast.walk(statement) if not isinstance(statement, Function | ast.ClassDef) else [statement]:
                if isinstance(node, Function | ast.ClassDef):
                    found.add(node.name)
                elif isinstance(node, ast.alias):
                    found.add(imported_as(node))
        return found | starred_by(self.itself, self._beside) if "*" in found else found

    @cached_property
    def drawn(self) -> set[str]:
        """The names that the file imports from drawing libraries."""
        return drawing_names(self.graph.module)

    @cached_property
    def reader(self) -> ScriptReader:
        """The `ScriptReader`, which finds out which functions wait for input."""
        return ScriptReader(self.graph.module)

    def _is_self(self, node: ast.expr, scope: Defined) -> bool:
        first = scope.node.args.args[:1]
        return scope.bound and bool(first) and is_name(node, first[0].arg)
