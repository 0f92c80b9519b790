"""Find expressions for the arguments of a starting call: definitions of variables, or guesses by name."""

import ast
import builtins
import copy
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import Final, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import (
    arguments_of,
    asks,
    attribute_values,
    compared_when_passed_on,
    compared_with,
    constants,
    definitions_of,
    first_values,
    is_empty,
    is_global,
    is_loop_variable,
    is_negated,
    is_none,
    is_typed_number,
    marked_instance,
    value_if_nothing_typed,
)
from prunecheck.subjects.source.boards import (
    attributes_used,
    boards_for,
    boards_nearby,
    classes_with,
    has_role_among,
    is_board_name,
    lacks,
    positions_of,
    required_by,
)
from prunecheck.subjects.source.calls import Defined, calls_in
from prunecheck.subjects.source.parameters import is_named, parts_of
from prunecheck.subjects.source.project import Module
from prunecheck.subjects.source.start_sites import Scope, Sites
from prunecheck.subjects.source.syntax import dotted, every, is_name, names_in, names_set_by

USUAL_DEPTH: Final = 4
USUAL_ARGUMENTS: Final = {Role.ALPHA: "-inf", Role.BETA: "inf"} | {
    **dict.fromkeys((Role.PLY, Role.GUESS), "0"),
    **dict.fromkeys((Role.TABLE, Role.COUNTS), "{}"),
}
_DEEPEST: Final = 10  # at most this many levels of definitions are replaced
_BUILTINS: Final = frozenset({*dir(builtins), "inf"})
ANY_BOARD: Final = "board"
TYPED_NUMBER: Final = 5  # the guess for a number that the user types
MOST_STEPS: Final = 500  # at most this many expressions are examined for one call
Site: TypeAlias = tuple["Arguments", Scope, ast.Call]  # a call, and the place where it occurs


class UnknownValueError(Exception):
    """Raised for an expression whose value is only known inside its function."""


@dataclass(eq=False)
class Arguments(Sites):
    """Finds the arguments of calls from outside the recursion. `guessed` is True if one of them is a guess.

    Expressions from another file are rewritten to be valid in the file with the search.
    """

    guessed: bool = False
    steps: int = field(default=0, init=False)
    _begun: set[tuple[str, str]] = field(default_factory=set, init=False)

    def begin(self) -> None:
        """Prepare for the arguments of another call."""
        self.guessed, self.steps = False, 0

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Within a `with` block, ignore an `UnknownValueError`, and then discard the guesses made in the block."""
        before = self.guessed
        try:
            yield
        except UnknownValueError:
            self.guessed = before

    def instance(self, kind: str, deep: int) -> ast.expr:
        """An expression for an instance of a class, with arguments found elsewhere in the project."""
        if deep > _DEEPEST or kind not in self.graph.classes:
            raise UnknownValueError
        needed = required_by(self.graph, self.graph.classes[kind])
        name = self._refer(kind)
        if self.elsewhere is not None and self._draws(self.graph.classes[kind]):
            raise UnknownValueError
        init = self.graph.functions.get(f"{kind}.__init__")
        for where, scope, call in self.makings(kind):
            with self.home.trying():
                return self._made(name, init, (where, scope, call), deep)
        if not needed:
            return ast.Call(name, [], [])
        return ast.Call(name, [self.guess(argument, init, deep + 1) for argument in needed], [])

    def _made(self, name: ast.expr, init: Defined | None, site: "Site", deep: int) -> ast.expr:
        """An expression that creates an instance as a call does. Arguments that are not known there are guessed."""
        where, scope, call = site
        parameters = {} if init is None else {argument.arg: argument for argument in init.parameters}

        def argument(value: ast.expr, parameter: ast.arg | None) -> ast.expr:
            default = None if parameter is None or init is None else init.defaults.get(parameter.arg)
            try:
                found = where.resolve(value, scope, deep + 1)
            except UnknownValueError:
                if parameter is None:
                    raise
                return default or self.guess(parameter, init, deep + 1)
            return (
                default if default is not None and is_none(found) else found
            )  # the variable is set when the game begins

        in_order = [*parameters.values(), *[None] * len(call.args)]
        positional = [
            argument(expression, parameter) for expression, parameter in zip(call.args, in_order, strict=False)
        ]
        keywords = [
            ast.keyword(keyword.arg, argument(keyword.value, parameters.get(keyword.arg or "")))
            for keyword in call.keywords
        ]
        return ast.Call(name, positional, keywords)

    def _instance_made_by(self, call: ast.Call, deep: int) -> ast.expr:
        """An expression that creates an instance as another file does, for a call whose arguments are not known."""
        home = self.home
        if self.elsewhere is None or (made := home.project.called(self.elsewhere, call)) is None:
            raise UnknownValueError
        where = next((arguments for arguments in (home, *home.elsewheres) if arguments.module is made[0]), home)
        return where.instance(made[1], deep + 1)

    def _draws(self, kind: ast.ClassDef) -> bool:
        """True if an instance of the class cannot be created without a drawing library."""
        made = [*kind.bases, *(statement for statement in kind.body if getattr(statement, "name", "") == "__init__")]
        return not names_in(made).isdisjoint(self.drawn)

    def resolve(self, node: ast.expr, scope: Scope, deep: int) -> ast.expr:
        """Replace every local variable of an expression by its definition. Raises: UnknownValueError."""
        home = self.home
        home.steps += 1
        node = value_if_nothing_typed(node)
        if is_typed_number(node):
            home.guessed = True
            return ast.Constant(TYPED_NUMBER)
        reached = [target for call in calls_in(node) for target in self.graph.targets(call)]
        if deep > _DEEPEST or home.steps > MOST_STEPS or asks(node) or any(map(self.reader.asks, reached)):
            raise UnknownValueError
        if self.elsewhere is not None and not names_in([node]).isdisjoint(self.drawn):
            raise UnknownValueError
        bound = names_set_by([node]) | {inner.arg for inner in every(ast.arg, node)}
        outer = self

        class Substitute(ast.NodeTransformer):
            def visit_Call(self, call: ast.Call) -> ast.AST:
                try:
                    return self.generic_visit(copy.deepcopy(call))
                except UnknownValueError:
                    return outer._instance_made_by(call, deep)

            def visit_Name(self, name: ast.Name) -> ast.expr:  # the name that `ast` calls
                return name if name.id in bound else outer._name(name, scope, deep)

            def visit_Attribute(self, part: ast.Attribute) -> ast.AST:
                if (module := outer._module_named(part.value, scope)) is not None:
                    return outer._part(module, part.attr, deep)
                if outer.elsewhere is not None and scope is not None and outer._is_self(part.value, scope):
                    return outer._attribute(part.attr, scope, deep)
                return self.generic_visit(part)

        found = Substitute().visit(copy.deepcopy(node))
        assert isinstance(found, ast.expr)
        return found

    def _shared(self, value: ast.expr, name: str) -> ast.expr:
        """The value of a variable. A value that a call creates is marked, to make all its uses share one object."""
        made = any(isinstance(node, ast.Call) for node in ast.walk(value))
        return marked_instance(value, name) if made else value

    def _is_self(self, node: ast.expr, scope: Defined) -> bool:
        first = scope.node.args.args[:1]
        return scope.bound and bool(first) and is_name(node, first[0].arg)

    def _attribute(self, name: str, scope: Defined, deep: int) -> ast.expr:
        """The first value that a class assigns to an attribute; if possible, the first value that is not empty."""
        kind = scope.name.rpartition(".")[0]
        if (kind, name) in self._begun:  # the value of the attribute depends on itself
            raise UnknownValueError
        self._begun.add((kind, name))
        try:
            return self._value_of_attribute(kind, name, deep)
        finally:
            self._begun.discard((kind, name))

    def _value_of_attribute(self, kind: str, name: str, deep: int) -> ast.expr:
        methods = [function for full, function in self.graph.functions.items() if full.rpartition(".")[0] == kind]
        methods.sort(key=lambda function: function.node.name != "__init__")
        values: list[tuple[Scope, ast.expr]] = []
        for method in methods:
            first = next(iter(method.node.args.args), ast.arg("self")).arg
            values += [(method, value) for value in attribute_values(method.node, f"{first}.{name}")]
        values += [(None, value) for value in definitions_of(self.graph.classes[kind].body, name)]
        if any(asks(value) for _, value in values):
            raise UnknownValueError
        found: list[ast.expr] = []
        for where, value in values:
            with self.home.trying():
                found.append(self.resolve(value, where, deep + 1))
        if found:
            return self._shared(min(found, key=is_empty), name)
        return ast.Attribute(marked_instance(self.instance(kind, deep + 1)), name, ast.Load())

    def _module_named(self, node: ast.expr, scope: Scope) -> Module | None:
        """The module in the project that another file imports by this name."""
        if self.elsewhere is None or not (name := dotted(node)):
            return None
        if scope is not None and name in names_set_by([scope.node]):
            return None
        found = self.home.project.imports(self.elsewhere).get(name)
        return None if found is None or found.part else found.module

    def _part(self, module: Module, name: str, deep: int) -> ast.expr:
        """An expression for a name that a module in the project defines. Raises: UnknownValueError."""
        if (origin := self.home.project.origin(module, name)) is None:
            raise UnknownValueError
        where = next((other for other in self.home.elsewheres if other.elsewhere is origin[0]), self.home)
        return where.top_name(origin[1], deep)

    def top_name(self, name: str, deep: int) -> ast.expr:
        """An expression for a top-level name in another file. A variable is replaced by its first value."""
        if self.elsewhere is None or name in self.graph.functions or name in self.graph.classes:
            return self._refer(name)
        if self.home.project.origin(self.home.module, name) == (self.elsewhere, name):
            return self._refer(name)
        values = [*definitions_of(self.graph.module.body, name), *self.set_later(name)]
        for value in first_values(values):
            return self._shared(self.resolve(value, None, deep + 1), name)
        raise UnknownValueError

    def _refer(self, name: str) -> ast.expr:
        """An expression with which the search's file can refer to a name in this file."""
        text = name if self.elsewhere is None else self.home.project.reference(self.elsewhere, name)
        return ast.parse(text, mode="eval").body

    def _name(self, name: ast.Name, scope: Scope, deep: int) -> ast.expr:
        """The value of a variable at the start of the game."""
        if scope is not None and scope.bound and scope.node.args.args and name.id == scope.node.args.args[0].arg:
            return marked_instance(self.instance(scope.name.rpartition(".")[0], deep + 1))
        around: Scope = scope
        while around is not None:
            parameter = next((argument for argument in around.parameters if argument.arg == name.id), None)
            if parameter is not None:
                return self.parameter(parameter, around, deep + 1)
            if not is_global(around.node, name.id):
                for value in first_values(definitions_of(around.node.body, name.id)):
                    return self._shared(self.resolve(value, around, deep + 1), name.id)
                if is_loop_variable(around.node, name.id):
                    raise UnknownValueError
            around = self.graph.functions.get(around.name.rpartition(".")[0])
        if self.elsewhere is not None:
            return self._imported(name, deep)
        later = [expression for expression in self.set_later(name.id) if not is_empty(expression)]
        if later and is_empty(constants(self.graph.module).get(name.id, name)):
            return self._shared(self.resolve(later[0], None, deep + 1), name.id)
        if name.id in self.top_names or name.id in _BUILTINS:
            return name
        for value in first_values(self.set_later(name.id)):
            return self._shared(self.resolve(value, None, deep + 1), name.id)
        if "*" in self.top_names and (name.id.isupper() or self.project.origin(self.project.home, name.id)):
            return name  # from a star import
        raise UnknownValueError

    def _imported(self, name: ast.Name, deep: int) -> ast.expr:
        """The value of a name at the top level of another file."""
        project = self.home.project
        if (origin := project.origin(self.module, name.id)) is not None:
            return self._part(*origin, deep)
        found = project.imports(self.module).get(name.id)
        if found is not None and found.module is None:
            if not project.has_library(found.library):
                raise UnknownValueError
            return ast.parse(project.from_library(found), mode="eval").body
        if name.id in _BUILTINS:
            return name
        return self.top_name(name.id, deep)

    def parameter(self, parameter: ast.arg, function: Defined, deep: int) -> ast.expr:
        """Find the argument for a parameter: the default, the argument in a call in the same file, or a guess."""
        if deep > _DEEPEST:
            raise UnknownValueError
        default = function.defaults.get(parameter.arg)
        if default is not None and not is_empty(default):
            return default if self.elsewhere is None else self.resolve(default, None, deep + 1)
        try:
            return self.known(parameter, function, deep)
        except UnknownValueError:
            return default if default is not None else self.guess(parameter, function, deep)

    def known(self, parameter: ast.arg, function: Defined, deep: int) -> ast.expr:
        """Find the argument that a call anywhere in the project passes for a parameter. Raises: UnknownValueError."""
        for where, scope, call in self.sites(function) if deep <= _DEEPEST else ():
            given = arguments_of(function, call)
            if scope is not function and given and parameter.arg in given:
                with self.home.trying():
                    return where.resolve(given[parameter.arg], scope, deep + 1)
        raise UnknownValueError

    def guess(self, parameter: ast.arg, function: Defined | None, deep: int = 0) -> ast.expr:
        """Guess an argument from the parameter's name, such as a depth, bound, player or board.

        Raises: UnknownValueError.
        """
        if self.elsewhere is not None:
            raise UnknownValueError
        name = parameter.arg
        depth = "" if function is None else self.depth_of(function)
        if depth and depth != name and is_named(name, Role.DEPTH):
            return ast.Constant(0)  # it counts up to the depth
        if depth == name or is_named(name, Role.DEPTH):
            return ast.Constant(USUAL_DEPTH)
        words = set(parts_of(name))
        names = [] if function is None else [each.arg for each in function.parameters]
        for role, text in USUAL_ARGUMENTS.items():
            if has_role_among(names, name, role):
                return ast.parse(text, mode="eval").body
        if "alpha" in words or "beta" in words:
            return ast.parse("-inf" if "alpha" in words else "inf", mode="eval").body
        compared = compared_with(function.node, name) if function is not None else []
        if any(word in {"max", "is"} or word.startswith("maximi") for word in words) and not compared:
            return ast.Constant(value=True)
        for value in filterfalse(is_empty, self._same_name(name)):
            with self.trying():
                self.guessed = True
                return self.resolve(value, None, deep + 1)
        used = self._used(function, name)
        makers = [maker for maker in boards_for(self.graph, name, parameter.annotation) if not self._lacks(maker, used)]
        if makers:
            self.guessed = self.guessed or len(makers) > 1
            return ast.parse(makers[0], mode="eval").body
        self.guessed = True
        passed_on = [] if function is None else compared_when_passed_on(self.graph, function, name)
        for expression in (*compared, *passed_on):
            if isinstance(expression, ast.Constant) or (
                isinstance(expression, ast.Name) and expression.id in self.top_names
            ):
                return expression
        if function is not None and is_negated(function.node, name):
            return ast.Constant(1)
        own = "" if function is None else function.name.rpartition(".")[0]
        if is_board_name(name) and (kind := self._class_for(name)) not in {"", own} and not self._lacks(kind, used):
            with suppress(UnknownValueError):
                return self.instance(kind, deep + 1)
        if (used or is_board_name(name)) and (nearby := boards_nearby(self.project, name, used)):
            return ast.parse(nearby[0], mode="eval").body
        for elsewhere in self.elsewheres if used else ():
            for fitting in classes_with(elsewhere.graph, used):
                with self.trying():
                    return elsewhere.instance(fitting, deep + 1)
        if is_named(name, Role.MAXIMISING):
            return ast.Constant(value=True)
        if function is not None and positions_of(function)[:1] == [name]:
            for maker in boards_for(self.graph, ANY_BOARD):
                return ast.parse(maker, mode="eval").body
        raise UnknownValueError

    def _used(self, function: Defined | None, name: str) -> set[str]:
        """The attributes of a parameter that a function uses; for a recursive function, all that its recursion uses."""
        if function is None:
            return set()
        group = self.group if function in self.group else [function]
        return attributes_used([called.node for called in group], name)

    def _lacks(self, maker: str, used: set[str]) -> bool:
        """True if the result of `maker` certainly lacks one of these attributes."""
        return lacks(self.graph, maker.removesuffix("()"), used)

    def _class_for(self, name: str) -> str:
        words = set(parts_of(name))
        return next((kind for kind in self.graph.classes if words & set(parts_of(kind))), "")

    def _same_name(self, name: str) -> Iterator[ast.expr]:
        """Yield the values assigned to variables with this name; none if it is a top-level name of the module."""
        if name in self.top_names:
            return
        yield from self.set_later(name)
        for function in self.graph.functions.values():
            yield from definitions_of(function.node.body, name)
