"""Propose the call that starts a search on its own game, from the source text alone.

The calls of the search in the file are tried first, with local variables replaced by their definitions, then the calls
of functions that call it, then calls made up from its parameters and from what makes boards.
"""

import ast
import builtins
import copy
from collections.abc import Iterator
from contextlib import suppress
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
    with_one_instance,
)
from prunecheck.subjects.source.boards import asks, boards_for, constants, has_role, is_board_name, required_by
from prunecheck.subjects.source.calls import CallGraph, Defined, calls_in
from prunecheck.subjects.source.neighbours import Module, attributes_used, boards_nearby, lacks, modules_nearby
from prunecheck.subjects.source.own_game import changes_position, why_not_drawn_trees
from prunecheck.subjects.source.parameters import parts_of
from prunecheck.subjects.source.scripts import ScriptReader
from prunecheck.subjects.source.start import HOLE, Proposal, Start
from prunecheck.subjects.source.syntax import Function, imported_as, is_main_test, names_set_by

MOST_STARTS: Final = 8
USUAL_DEPTH: Final = 4
USUAL_ARGUMENTS: Final = {Role.ALPHA: "-inf", Role.BETA: "inf"} | {
    **dict.fromkeys((Role.PLY, Role.GUESS), "0"),
    **dict.fromkeys((Role.TABLE, Role.COUNTS), "{}"),
}
_DEEPEST: Final = 6  # depth to which definitions are replaced by the definitions that they use
_BUILTINS: Final = frozenset({*dir(builtins), "inf"})
Scope: TypeAlias = Defined | None  # None is the top level of the module


def propose_starts(source: str, name: str, file: str, *, unless_needed: bool = True) -> Proposal:
    """Propose calls that start the search `name`, best first, and say why it only runs on its own game.

    `name` is that of a function, `Class.method`, or of a function nested in another; `file` is shown in `why`. Without
    `unless_needed`, nothing is proposed for a search that may run on drawn trees: reading the files beside it takes
    long.
    Raises: SyntaxError if the source is not Python.
    """
    graph = CallGraph(ast.parse(source))
    defined = graph.find(name)
    if defined is None:
        return Proposal("", None, ())
    group = graph.recursion(defined)
    why, line = why_not_drawn_trees(graph, group or [defined], file)
    if not why and not unless_needed:
        return Proposal("", None, ())
    starts = _Starts(graph, file, defined, group or [defined]).proposals()
    return Proposal(why, line, tuple(starts), any(map(changes_position, group or [defined])))


class _Unknown(Exception):  # noqa: N818  # not an error of the user
    """Raised for an expression that has no value outside its function."""


@dataclass(eq=False)
class _Starts:
    """The proposals for one search; `guessed` is set while an expression is resolved."""

    graph: CallGraph
    file: str
    defined: Defined
    group: list[Defined]
    guessed: bool = False

    def proposals(self) -> list[Start]:
        """The starts: obvious calls, obvious calls of functions that call it, then guesses."""
        ranked: list[tuple[int, Start]] = []
        targets = [self.defined, *(each for each in self.group if each is not self.defined)]
        for target in targets:
            for scope, call in self._sites(target):
                if start := self._start(target, call, scope):
                    ranked.append((0 if start.obvious else 2, start))
                if (
                    scope is not None
                    and not self._plays(scope)
                    and (start := self._start(scope, None, None, call.lineno))
                ):
                    ranked.append((1 if start.obvious else 4, start))
            if start := self._start(target, None, None):
                ranked.append((3, start))
        found: dict[str, Start] = {}
        for _, start in sorted(ranked, key=lambda each: each[0]):
            found.setdefault(start.expression, start)
        return list(found.values())[:MOST_STARTS]

    def _sites(self, target: Defined) -> list[tuple[Scope, ast.Call]]:
        """The calls of a function from outside the recursion, those at the top level of the module first."""
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
    def _reader(self) -> ScriptReader:
        return ScriptReader(self.graph.module)

    def _plays(self, defined: Defined) -> bool:
        """True for a function that lets a person play the game."""
        return self._reader.asks(defined) or defined.node.name in {"main", "play", "run", "__init__", "game_loop"}

    def _start(self, target: Defined, call: ast.Call | None, scope: Scope, line: int | None = None) -> Start | None:
        """The start that calls `target` as `call` does, or with made-up arguments; None if an argument is unknown."""
        self.guessed = False
        try:
            made, depth = self._call(target, call, scope)
        except _Unknown:
            return None
        template = ast.unparse(with_one_instance(ast.fix_missing_locations(made)))
        line = call.lineno if call is not None else line
        if depth is None:
            return Start(template, not self.guessed, line)
        plies = self._constant(depth)
        text = template.replace(HOLE, ast.unparse(depth))
        return Start(text, not self.guessed, line, plies if type(plies) is int else None, template)

    def _constant(self, node: ast.expr) -> object:
        known = constants(self.graph.module)
        while isinstance(node, ast.Name) and node.id in known:
            node = known.pop(node.id)
        return node.value if isinstance(node, ast.Constant) else None

    def _call(self, target: Defined, call: ast.Call | None, scope: Scope) -> tuple[ast.expr, ast.expr | None]:
        """A call of `target`, with the arguments of `call` or made-up ones and a gap for the depth; and the depth."""
        function = self._callable(target, call, scope)
        given = arguments_of(target, call) if call is not None else {}
        if given is None:
            raise _Unknown
        depth_name = self._depth_of(target)
        positional: list[ast.expr] = []
        keywords: list[ast.keyword] = []
        depth: ast.expr | None = None
        skipped = False
        only = {each.arg for each in target.node.args.kwonlyargs}
        for each in target.parameters:
            if each.arg not in given and each.arg in target.defaults and each.arg != depth_name:
                skipped = True
                continue
            if each.arg in given:
                value = self._argument(each, given[each.arg], scope, target)
            elif each.arg in target.defaults:
                value = target.defaults[each.arg]
            else:
                value = self._parameter(each, target, 0)
            if each.arg == depth_name:
                depth, value = value, ast.Name(HOLE, ast.Load())
            if skipped or each.arg in only:
                keywords.append(ast.keyword(each.arg, value))
            else:
                positional.append(value)
        return ast.Call(function, positional, keywords), depth

    def _argument(self, parameter: ast.arg, written: ast.expr, scope: Scope, target: Defined) -> ast.expr:
        """The argument as written, or a guess if it depends on values that are only known while the game is played."""
        try:
            return self._resolve(written, scope, 0)
        except _Unknown:
            if self._depth_of(target) == parameter.arg:
                return ast.Constant(USUAL_DEPTH)
            return self._guess(parameter, target)

    def _callable(self, target: Defined, call: ast.Call | None, scope: Scope) -> ast.expr:
        """The function to call: by its name, or on an instance."""
        parts = target.name.split(".")
        if target.owner is None:
            if len(parts) > 1:
                raise _Unknown  # the function is nested in another one
            return ast.Name(target.name, ast.Load())
        kind = ".".join(parts[:-1])
        if not target.bound:
            return ast.parse(f"{kind}.{parts[-1]}", mode="eval").body
        if call is not None and isinstance(call.func, ast.Attribute):
            before = self.guessed
            try:
                return ast.Attribute(self._resolve(call.func.value, scope, 0), parts[-1], ast.Load())
            except _Unknown:
                self.guessed = before
        return ast.Attribute(marked_instance(self._instance(kind, 0)), parts[-1], ast.Load())

    def _instance(self, kind: str, deep: int) -> ast.expr:
        """An expression for an instance of a class, with arguments found elsewhere in the file."""
        if deep > _DEEPEST or ("." in kind and kind not in self.graph.classes):
            raise _Unknown
        needed = required_by(self.graph, self.graph.classes[kind])
        name: ast.expr = ast.parse(kind, mode="eval").body
        if not needed:
            return ast.Call(name, [], [])
        for scope, call in self._makings(kind):
            before = self.guessed
            try:
                positional = [self._resolve(each, scope, deep + 1) for each in call.args]
                return ast.Call(
                    name,
                    positional,
                    [ast.keyword(each.arg, self._resolve(each.value, scope, deep + 1)) for each in call.keywords],
                )
            except _Unknown:
                self.guessed = before
        init = self.graph.functions.get(f"{kind}.__init__")
        return ast.Call(name, [self._guess(each, init, deep + 1) for each in needed], [])

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

    def _resolve(self, node: ast.expr, scope: Scope, deep: int) -> ast.expr:
        """The expression with every local variable replaced by its definition. Raises: _Unknown."""
        reached = [target for call in calls_in(node) for target in self.graph.targets(call)]
        if deep > _DEEPEST or asks(node) or any(map(self._reader.asks, reached)):
            raise _Unknown
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
            return marked_instance(self._instance(scope.name.rpartition(".")[0], deep + 1))
        around: Scope = scope
        while around is not None:
            parameter = next((each for each in around.parameters if each.arg == name.id), None)
            if parameter is not None:
                return self._parameter(parameter, around, deep + 1)
            if not is_global(around.node, name.id):
                for value in definitions_of(around.node.body, name.id):
                    return self._resolve(value, around, deep + 1)
                if is_loop_variable(around.node, name.id):
                    raise _Unknown
            around = self.graph.functions.get(around.name.rpartition(".")[0])
        if name.id in self._top or name.id in _BUILTINS:
            return name
        for value in self._set_later(name.id):
            return self._resolve(value, None, deep + 1)
        if "*" in self._top and name.id.isupper():  # probably a constant from `from constants import *`
            return name
        raise _Unknown

    @cached_property
    def _top(self) -> set[str]:
        """The names that exist after the module is loaded."""
        found = set(constants(self.graph.module))
        for statement in self.graph.module.body:
            for each in ast.walk(statement) if not isinstance(statement, Function | ast.ClassDef) else [statement]:
                if isinstance(each, Function | ast.ClassDef):
                    found.add(each.name)
                elif isinstance(each, ast.alias):
                    found.add(imported_as(each))
        return found

    def _set_later(self, name: str) -> Iterator[ast.expr]:
        """The values that code of the game assigns to a variable of the module."""
        for statement in self.graph.module.body:
            if is_main_test(statement) or isinstance(statement, ast.While):
                yield from definitions_of([statement], name)
        for each in self.graph.functions.values():
            if is_global(each.node, name):
                yield from definitions_of(each.node.body, name)

    def _parameter(self, parameter: ast.arg, function: Defined, deep: int) -> ast.expr:
        """The argument for a parameter: its default, that of a call in the file, or a guess."""
        if deep > _DEEPEST:
            raise _Unknown
        if parameter.arg in function.defaults:
            return function.defaults[parameter.arg]
        for scope, call in self._sites(function):
            given = arguments_of(function, call)
            if scope is not function and given and parameter.arg in given:
                before = self.guessed
                try:
                    return self._resolve(given[parameter.arg], scope, deep + 1)
                except _Unknown:
                    self.guessed = before
        return self._guess(parameter, function, deep)

    def _guess(self, parameter: ast.arg, function: Defined | None, deep: int = 0) -> ast.expr:
        """An argument by the meaning of its name: a depth, a bound, a player, a board. Raises: _Unknown."""
        name = parameter.arg
        if (function is not None and self._depth_of(function) == name) or has_role(name, Role.DEPTH):
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
            before, self.guessed = self.guessed, True
            try:
                return self._resolve(value, None, deep + 1)
            except _Unknown:
                self.guessed = before
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
            with suppress(_Unknown):
                return self._instance(kind, deep + 1)
        if (used or is_board_name(name)) and (nearby := boards_nearby(self._project, self.graph, name, used)):
            return ast.parse(nearby[0], mode="eval").body
        if has_role(name, Role.MAXIMISING):
            return ast.Constant(value=True)
        raise _Unknown

    def _used(self, function: Defined | None, name: str) -> set[str]:
        """The attributes of a parameter that a function uses, or in a recursion, that any of its functions uses."""
        if function is None:
            return set()
        group = self.group if function in self.group else [function]
        return attributes_used([each.node for each in group], name)

    def _lacks(self, maker: str, used: set[str]) -> bool:
        """True if the result of `maker` certainly lacks these attributes: it has another class, or is not an object."""
        return lacks(self.graph, maker.removesuffix("()"), used)

    def _class_for(self, name: str) -> str:
        """The class that a parameter is named after."""
        words = set(parts_of(name))
        return next((each for each in self.graph.classes if words & set(parts_of(each))), "")

    def _same_name(self, name: str) -> Iterator[ast.expr]:
        """The values assigned anywhere to a variable of this name, if nothing in the module has that name."""
        if name in self._top:
            return
        yield from self._set_later(name)
        for each in self.graph.functions.values():
            yield from definitions_of(each.node.body, name)

    def _depth_of(self, function: Defined) -> str:
        """The parameter that counts down to the leaves; empty if there is none."""
        downward = {
            each.left.id
            for call in calls_in(function.node)
            if set(self.graph.targets(call)) & set(self.group)
            for each in (*call.args, *(word.value for word in call.keywords))
            if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub) and isinstance(each.left, ast.Name)
        }
        upward = {
            each.left.id
            for call in calls_in(function.node)
            for each in (*call.args, *(word.value for word in call.keywords))
            if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Add) and isinstance(each.left, ast.Name)
        }
        names = [each.arg for each in function.parameters]
        named = [each for each in names if has_role(each, Role.DEPTH) and each not in upward]
        return next(
            (each for each in names if each in downward and each not in {"alpha", "beta"}), named[0] if named else ""
        )
