"""Find the calls to a search from outside its recursion, in its own file and in other files in the project."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import attribute_values, constants, definitions_of, is_global
from prunecheck.subjects.source.calls import CallGraph, Defined, calls_in
from prunecheck.subjects.source.parameters import is_named
from prunecheck.subjects.source.project import Module, Project, modules_nearby
from prunecheck.subjects.source.scripts import ScriptReader, drawing_names
from prunecheck.subjects.source.syntax import Function, dotted, imported_as, is_main_test, names_in_sums

Scope: TypeAlias = Defined | None  # None is the top level of the module


@dataclass(eq=False)
class Sites:
    """The calls in one file from outside a recursion. `group` contains the functions in the recursion.

    `elsewhere` is the file with the calls, if it is not the file of the search.
    """

    graph: CallGraph
    file: str
    group: list[Defined]
    _home: Self | None = None
    elsewhere: Module | None = None
    _sites: dict[Defined, list[tuple[Self, Scope, ast.Call]]] = field(default_factory=dict, init=False)

    @property
    def home(self) -> Self:
        """The calls in the file of the search."""
        return self._home or self

    def sites(self, target: Defined) -> list[tuple[Self, Scope, ast.Call]]:
        """The calls to a function from outside the recursion; each call comes with its place.

        Calls at the top level of the function's own file come first, then calls inside functions of this file, then
        calls in other files.
        """
        if target not in self._sites:
            self._sites[target] = [(self, scope, call) for scope, call in self._own_sites(target)]
            for other in self.home.elsewheres:
                if other is not self:
                    self._sites[target] += [
                        (other, scope, call)
                        for scope, call in other.calls
                        if other.may_call(call, scope, self.module, target)
                    ]
        return self._sites[target]

    def _own_sites(self, target: Defined) -> list[tuple[Scope, ast.Call]]:
        inside = {function.name for function in self.group}
        return [
            (scope, call)
            for scope, call in self.calls
            if (scope is None or scope.name not in inside)
            and target in (self.graph.targets(call) if scope is None else self.graph.targets_from(scope, call))
        ]

    @cached_property
    def calls(self) -> list[tuple[Scope, ast.Call]]:
        """All calls in the file. Calls at its top level come first."""
        found: list[tuple[Scope, ast.Call]] = [
            (None, call)
            for statement in self.graph.module.body
            if not isinstance(statement, Function | ast.ClassDef)
            for call in calls_in(statement)
        ]
        for function in self.graph.functions.values():
            found += [(function, call) for call in calls_in(function.node)]
        return found

    def may_call(self, call: ast.Call, scope: Scope, owner: Module, target: Defined) -> bool:
        """True if a call in another file possibly runs a function that `owner` defines."""
        function = call.func
        if (
            target.bound
            and isinstance(function, ast.Attribute)
            and function.attr == target.node.name  # compared first, since looking up the class takes long
            and (kind := self._class_of(function.value, scope))
        ):
            return kind == (owner, target.name.rpartition(".")[0])
        return self.home.project.calls(self.module, call, owner, target)

    def _class_of(self, node: ast.expr, scope: Scope) -> tuple[Module, str] | None:
        """The class of the object in a variable or attribute of another file. None if the class is not known."""
        values: list[ast.expr] = [node]
        if isinstance(node, ast.Name):
            values = [*definitions_of(self.graph.module.body if scope is None else scope.node.body, node.id)]
        elif isinstance(node, ast.Attribute) and scope is not None and scope.owner is not None:
            values = [*attribute_values(scope.owner, dotted(node))]
        for value in values:
            if isinstance(value, ast.Call) and (made := self.home.project.called(self.module, value)):
                return made if made[1] in made[0].graph.classes else None
        return None

    @cached_property
    def project(self) -> Project:
        """The files near the search."""
        file = Path(self.file)
        return Project(Module("", self.graph, file.resolve()), list(modules_nearby(file)))

    @property
    def module(self) -> Module:
        """The file with the calls, as a module in the project."""
        return self.elsewhere or self.project.home

    @cached_property
    def elsewheres(self) -> list[Self]:
        """The other files of the project."""
        return [type(self)(other.graph, str(other.path), [], self, other) for other in self.project.others]

    @cached_property
    def top_names(self) -> set[str]:
        """The names that the module defines by the time it is loaded."""
        found = set(constants(self.graph.module))
        for statement in self.graph.module.body:
            for node in ast.walk(statement) if not isinstance(statement, Function | ast.ClassDef) else [statement]:
                if isinstance(node, Function | ast.ClassDef):
                    found.add(node.name)
                elif isinstance(node, ast.alias):
                    found.add(imported_as(node))
        return found

    def set_later(self, name: str) -> Iterator[ast.expr]:
        """Yield the values that are assigned to a variable of the module when the game is played."""
        for statement in self.graph.module.body:
            if is_main_test(statement) or isinstance(statement, ast.While):
                yield from definitions_of([statement], name)
        for function in self.graph.functions.values():
            if is_global(function.node, name):
                yield from definitions_of(function.node.body, name)

    @cached_property
    def drawn(self) -> set[str]:
        """The names that the file imports from drawing libraries."""
        return drawing_names(self.graph.module)

    @cached_property
    def reader(self) -> ScriptReader:
        """The `ScriptReader`, which knows which functions wait for input."""
        return ScriptReader(self.graph.module)

    def depth_of(self, function: Defined) -> str:
        """The depth parameter, which counts down to the leaves. Empty if there is no such parameter."""
        calls = list(calls_in(function.node))
        downward = names_in_sums(ast.Sub, (call for call in calls if set(self.graph.targets(call)) & set(self.group)))
        upward = names_in_sums(ast.Add, calls)
        names = [parameter.arg for parameter in function.parameters]
        named = [name for name in names if is_named(name, Role.DEPTH) and name not in upward]
        only_down = downward - {name for name in upward if not is_named(name, Role.DEPTH)}  # unlike a score
        counting = [name for name in names if name in only_down and name not in {"alpha", "beta"}]
        return next(iter((*counting, *named)), "")

    def makings(self, kind: str) -> Iterator[tuple[Self, Scope, ast.Call]]:
        """Yield the calls that create an instance of a class, except calls inside this class."""
        for scope, call in self.calls:
            inside = scope is not None and scope.name.startswith(f"{kind}.")
            if isinstance(call.func, ast.Name) and call.func.id == kind and not inside:
                yield self, scope, call
        for other in self.home.elsewheres:
            if other is not self:
                for scope, call in other.calls:
                    if self.home.project.called(other.module, call) == (self.module, kind):
                        yield other, scope, call
