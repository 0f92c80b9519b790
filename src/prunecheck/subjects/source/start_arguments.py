"""Find expressions for the arguments of a call that starts a search: definitions of variables, or guesses by name."""

import ast
import builtins
import copy
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import (
    arguments_of,
    compared_with,
    definitions_of,
    is_global,
    is_loop_variable,
    is_negated,
    marked_instance,
)
from prunecheck.subjects.source.boards import asks, boards_for, constants, has_role, is_board_name, required_by
from prunecheck.subjects.source.calls import CallGraph, Defined, calls_in
from prunecheck.subjects.source.neighbours import Module, attributes_used, boards_nearby, lacks, modules_nearby
from prunecheck.subjects.source.parameters import parts_of
from prunecheck.subjects.source.scripts import ScriptReader
from prunecheck.subjects.source.syntax import Function, imported_as, is_main_test, names_set_by

USUAL_DEPTH: Final = 4
USUAL_ARGUMENTS: Final = {Role.ALPHA: "-inf", Role.BETA: "inf"} | {
    **dict.fromkeys((Role.PLY, Role.GUESS), "0"),
    **dict.fromkeys((Role.TABLE, Role.COUNTS), "{}"),
}
_DEEPEST: Final = 6  # how deep definitions are replaced inside other definitions
_BUILTINS: Final = frozenset({*dir(builtins), "inf"})
Scope: TypeAlias = Defined | None  # None is the top level of the module


class UnknownValueError(Exception):
    """Raised for an expression that has no value outside of its function."""


@dataclass(eq=False)
class Arguments:
    """The arguments of calls from outside the recursion `group`; `guessed` is set if an argument was guessed."""

    graph: CallGraph
    file: str
    group: list[Defined]
    guessed: bool = False

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Ignore an unknown value, and forget what was guessed on the way to it."""
        before = self.guessed
        try:
            yield
        except UnknownValueError:
            self.guessed = before

    def sites(self, target: Defined) -> list[tuple[Scope, ast.Call]]:
        """The calls of a function from outside the recursion; calls at the top level of the module come first."""
        inside = {each.name for each in self.group}
        found: list[tuple[Scope, ast.Call]] = [
            (None, call)
            for statement in self.graph.module.body
            if not isinstance(statement, Function | ast.ClassDef)
            for call in calls_in(statement)
            if target in self.graph.targets(call)
        ]
        for name, each in self.graph.functions.items():
            if name not in inside:
                found += [(each, call) for call in calls_in(each.node) if target in self.graph.targets_from(each, call)]
        return found

    @cached_property
    def _project(self) -> list[Module]:
        return list(modules_nearby(Path(self.file)))

    @cached_property
    def reader(self) -> ScriptReader:
        """The object that says which functions ask for input."""
        return ScriptReader(self.graph.module)

    def depth_of(self, function: Defined) -> str:
        """The parameter that counts down to the leaves; empty if there is none."""
        calls = list(calls_in(function.node))
        downward = _counted(ast.Sub, [call for call in calls if set(self.graph.targets(call)) & set(self.group)])
        upward = _counted(ast.Add, calls)
        names = [each.arg for each in function.parameters]
        named = [each for each in names if has_role(each, Role.DEPTH) and each not in upward]
        counting = [each for each in names if each in downward and each not in {"alpha", "beta"}]
        return next(iter((*counting, *named)), "")

    def instance(self, kind: str, deep: int) -> ast.expr:
        """An expression for an instance of a class, with arguments found elsewhere in the file."""
        if deep > _DEEPEST or ("." in kind and kind not in self.graph.classes):
            raise UnknownValueError
        needed = required_by(self.graph, self.graph.classes[kind])
        name: ast.expr = ast.parse(kind, mode="eval").body
        if not needed:
            return ast.Call(name, [], [])
        for scope, call in self._makings(kind):
            with self.trying():
                positional = [self.resolve(each, scope, deep + 1) for each in call.args]
                keywords = [ast.keyword(each.arg, self.resolve(each.value, scope, deep + 1)) for each in call.keywords]
                return ast.Call(name, positional, keywords)
        init = self.graph.functions.get(f"{kind}.__init__")
        return ast.Call(name, [self.guess(each, init, deep + 1) for each in needed], [])

    def _makings(self, kind: str) -> Iterator[tuple[Scope, ast.Call]]:
        """The calls that create an instance of a class."""
        scopes: list[tuple[Scope, ast.AST]] = [
            (None, each) for each in self.graph.module.body if not isinstance(each, ast.ClassDef)
        ]
        scopes += [(each, each.node) for each in self.graph.functions.values()]
        for scope, node in scopes:
            for call in calls_in(node) if not (scope is None and isinstance(node, Function)) else ():
                if isinstance(call.func, ast.Name) and call.func.id == kind:
                    yield scope, call

    def resolve(self, node: ast.expr, scope: Scope, deep: int) -> ast.expr:
        """The expression with every local variable replaced by its definition. Raises: UnknownValueError."""
        reached = [target for call in calls_in(node) for target in self.graph.targets(call)]
        if deep > _DEEPEST or asks(node) or any(map(self.reader.asks, reached)):
            raise UnknownValueError
        bound = names_set_by([node]) | {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        outer = self

        class Substitute(ast.NodeTransformer):
            def visit_Name(self, name: ast.Name) -> ast.expr:  # the name that `ast` calls
                return name if name.id in bound else outer._name(name, scope, deep)

        found = Substitute().visit(copy.deepcopy(node))
        assert isinstance(found, ast.expr)
        return found

    def _name(self, name: ast.Name, scope: Scope, deep: int) -> ast.expr:
        """The value of a variable at the start of the game."""
        if scope is not None and scope.bound and scope.node.args.args and name.id == scope.node.args.args[0].arg:
            return marked_instance(self.instance(scope.name.rpartition(".")[0], deep + 1))
        around: Scope = scope
        while around is not None:
            parameter = next((each for each in around.parameters if each.arg == name.id), None)
            if parameter is not None:
                return self.parameter(parameter, around, deep + 1)
            if not is_global(around.node, name.id):
                for value in definitions_of(around.node.body, name.id):
                    return self.resolve(value, around, deep + 1)
                if is_loop_variable(around.node, name.id):
                    raise UnknownValueError
            around = self.graph.functions.get(around.name.rpartition(".")[0])
        if name.id in self._top or name.id in _BUILTINS:
            return name
        for value in self._set_later(name.id):
            return self.resolve(value, None, deep + 1)
        if "*" in self._top and name.id.isupper():  # probably a constant from `from constants import *`
            return name
        raise UnknownValueError

    @cached_property
    def _top(self) -> set[str]:
        """The names that the module has after it is loaded."""
        found = set(constants(self.graph.module))
        for statement in self.graph.module.body:
            for each in ast.walk(statement) if not isinstance(statement, Function | ast.ClassDef) else [statement]:
                if isinstance(each, Function | ast.ClassDef):
                    found.add(each.name)
                elif isinstance(each, ast.alias):
                    found.add(imported_as(each))
        return found

    def _set_later(self, name: str) -> Iterator[ast.expr]:
        """The values that are assigned to a variable of the module when the game is played."""
        for statement in self.graph.module.body:
            if is_main_test(statement) or isinstance(statement, ast.While):
                yield from definitions_of([statement], name)
        for each in self.graph.functions.values():
            if is_global(each.node, name):
                yield from definitions_of(each.node.body, name)

    def parameter(self, parameter: ast.arg, function: Defined, deep: int) -> ast.expr:
        """The argument for a parameter: its default, the argument in a call in the file, or a guess."""
        if deep > _DEEPEST:
            raise UnknownValueError
        if parameter.arg in function.defaults:
            return function.defaults[parameter.arg]
        for scope, call in self.sites(function):
            given = arguments_of(function, call)
            if scope is not function and given and parameter.arg in given:
                with self.trying():
                    return self.resolve(given[parameter.arg], scope, deep + 1)
        return self.guess(parameter, function, deep)

    def guess(self, parameter: ast.arg, function: Defined | None, deep: int = 0) -> ast.expr:
        """A guess from the parameter's name: a depth, a bound, a player, a board. Raises: UnknownValueError."""
        name = parameter.arg
        depth = "" if function is None else self.depth_of(function)
        if depth and depth != name and has_role(name, Role.DEPTH):
            return ast.Constant(0)  # it counts up to the depth
        if depth == name or has_role(name, Role.DEPTH):
            return ast.Constant(USUAL_DEPTH)
        words = set(parts_of(name))
        for role, text in USUAL_ARGUMENTS.items():
            if has_role(name, role):
                return ast.parse(text, mode="eval").body
        if "alpha" in words or "beta" in words:
            return ast.parse("-inf" if "alpha" in words else "inf", mode="eval").body
        compared = compared_with(function.node, name) if function is not None else []
        if any(word.startswith(("max", "is")) for word in words) and not compared:
            return ast.Constant(value=True)
        for value in self._same_name(name):
            with self.trying():
                self.guessed = True
                return self.resolve(value, None, deep + 1)
        used = self._used(function, name)
        makers = [each for each in boards_for(self.graph, name, parameter.annotation) if not self._lacks(each, used)]
        if makers:
            self.guessed = self.guessed or len(makers) > 1
            return ast.parse(makers[0], mode="eval").body
        self.guessed = True
        for each in compared:
            if isinstance(each, ast.Constant) or (isinstance(each, ast.Name) and each.id in self._top):
                return each
        if function is not None and is_negated(function.node, name):
            return ast.Constant(1)
        if is_board_name(name) and (kind := self._class_for(name)) and not self._lacks(kind, used):
            with suppress(UnknownValueError):
                return self.instance(kind, deep + 1)
        if (used or is_board_name(name)) and (nearby := boards_nearby(self._project, self.graph, name, used)):
            return ast.parse(nearby[0], mode="eval").body
        if has_role(name, Role.MAXIMISING):
            return ast.Constant(value=True)
        raise UnknownValueError

    def _used(self, function: Defined | None, name: str) -> set[str]:
        """The attributes of a parameter that a function uses; for a recursive function, all that its group uses."""
        if function is None:
            return set()
        group = self.group if function in self.group else [function]
        return attributes_used([each.node for each in group], name)

    def _lacks(self, maker: str, used: set[str]) -> bool:
        """True if the result of `maker` certainly lacks one of these attributes."""
        return lacks(self.graph, maker.removesuffix("()"), used)

    def _class_for(self, name: str) -> str:
        """The class that a parameter is named after."""
        words = set(parts_of(name))
        return next((each for each in self.graph.classes if words & set(parts_of(each))), "")

    def _same_name(self, name: str) -> Iterator[ast.expr]:
        """The values assigned anywhere to variables of this name, if it is not a name of the module."""
        if name in self._top:
            return
        yield from self._set_later(name)
        for each in self.graph.functions.values():
            yield from definitions_of(each.node.body, name)


def _counted(how: type[ast.operator], calls: list[ast.Call]) -> set[str]:
    """The names that are increased (or decreased, as `how` says) in an argument of a call."""
    given = [each for call in calls for each in (*call.args, *(word.value for word in call.keywords))]
    sums = [each for each in given if isinstance(each, ast.BinOp) and isinstance(each.op, how)]
    return {each.left.id for each in sums if isinstance(each.left, ast.Name)}
