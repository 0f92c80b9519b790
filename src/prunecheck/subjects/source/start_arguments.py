"""Find expressions for the arguments of a starting call: definitions of variables, or guesses by name."""

import ast
import builtins
import copy
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import filterfalse
from pathlib import Path
from typing import Final, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import (
    arguments_of,
    asks,
    attribute_values,
    communicates,
    compared_with,
    constants,
    definitions_of,
    first_value,
    is_empty,
    is_global,
    is_negated,
    marked_instance,
)
from prunecheck.subjects.source.boards import boards_for, class_in, has_role_among, required_by
from prunecheck.subjects.source.calls import Defined, calls_in
from prunecheck.subjects.source.parameters import is_named, squeezed, words_of
from prunecheck.subjects.source.project_files import ProjectFile, Scope, UnknownValueError
from prunecheck.subjects.source.syntax import (
    dotted,
    every,
    is_main_test,
    names_in,
    names_in_sums,
    names_set_by,
)

USUAL_DEPTH: Final = 4
USUAL_ARGUMENTS: Final = {Role.ALPHA: "-inf", Role.BETA: "inf"} | {
    **dict.fromkeys((Role.PLY, Role.GUESS), "0"),
    **dict.fromkeys((Role.TABLE, Role.COUNTS), "{}"),
}
_DEEPEST: Final = 10  # definitions are inserted at most this many levels deep
_BUILTINS: Final = frozenset({*dir(builtins), "inf"})
MOST_STEPS: Final = 500  # at most this many expressions are examined for one call

Site: TypeAlias = tuple["Arguments", Scope, ast.Call]  # a call, and the place where it occurs


@dataclass(eq=False)
class Arguments(ProjectFile):
    """Finds the arguments that a file passes in calls to a search. `guessed` is True if an argument is a guess."""

    guessed: bool = False
    steps: int = field(default=0, init=False)
    _begun: set[tuple[str, str]] = field(default_factory=set, init=False)

    def begin(self) -> None:
        """Reset this object, to find the arguments of another call."""
        self.guessed, self.steps = False, 0

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Within a `with` block, ignore an `UnknownValueError`.

        If an `UnknownValueError` occurs in the block, discard the guesses made in the block.
        """
        before = self.home.guessed
        try:
            yield
        except UnknownValueError:
            self.home.guessed = before

    def set_later(self, name: str) -> Iterator[ast.expr]:
        """Yield the values that are assigned to a variable of the module when the game is played."""
        for statement in self.graph.module.body:
            if is_main_test(statement) or isinstance(statement, ast.While):
                yield from definitions_of([statement], name)
        for function in self.graph.functions.values():
            if is_global(function.node, name):
                yield from definitions_of(function.node.body, name)

    def depth_of(self, function: Defined) -> str:
        """Return the name of the depth parameter, which counts down to the leaves.

        Returns an empty text if the function has no depth parameter.
        """
        calls = list(calls_in(function.node))
        downward = names_in_sums(ast.Sub, (call for call in calls if set(self.graph.targets(call)) & set(self.group)))
        upward = names_in_sums(ast.Add, calls)
        names = [parameter.arg for parameter in function.parameters]
        named = [name for name in names if is_named(name, Role.DEPTH) and name not in upward]
        only_down = downward - {name for name in upward if not is_named(name, Role.DEPTH)}  # unlike a score
        counting = [name for name in names if name in only_down and name not in {"alpha", "beta"}]
        return next(iter((*counting, *named)), "")

    def instance(self, kind: str, deep: int) -> ast.expr:
        """Make an expression that creates an instance of a class.

        The arguments come from a call in the project, or are guessed.
        """
        if deep > _DEEPEST or kind not in self.graph.classes:
            raise UnknownValueError
        name = ast.parse(kind, mode="eval").body
        init = self.graph.functions.get(f"{kind}.__init__")
        if init is not None and self._asks(init):
            raise UnknownValueError
        for where in [self] if self.module else self.files:
            names = {kind} if where is self else where.names_of(kind)
            for scope, call in where.calls:
                outside = scope is None or where is not self or not scope.name.startswith(f"{kind}.")
                if outside and dotted(call.func) in names:
                    with self.trying():
                        return self._made(name, init, (where, scope, call), deep)
        needed = required_by(self.graph, kind, [module.tree for module in self.home.nearby])
        return ast.Call(name, [self.guess(argument, init) for argument in needed], [])

    def _made(self, name: ast.expr, init: Defined | None, site: Site, deep: int) -> ast.expr:
        """Make an expression that creates an instance with the arguments of a call in the project.

        Arguments with unknown values are guessed.
        """
        where, scope, call = site
        parameters = {} if init is None else {argument.arg: argument for argument in init.parameters}

        def argument(value: ast.expr, parameter: ast.arg | None) -> ast.expr:
            default = None if parameter is None or init is None else init.defaults.get(parameter.arg)
            before = self.home.guessed
            try:
                found = where.resolve(value, scope, deep + 1)
                return found if where is self else where.named(found)
            except UnknownValueError:
                self.home.guessed = before
                if parameter is None:
                    raise
                return default or self.guess(parameter, init)

        in_order = [*parameters.values(), *[None] * len(call.args)]
        positional = [argument(value, parameter) for value, parameter in zip(call.args, in_order, strict=False)]
        keywords = [
            ast.keyword(keyword.arg, argument(keyword.value, parameters.get(keyword.arg or "")))
            for keyword in call.keywords
        ]
        return ast.Call(name, positional, keywords)

    def _asks(self, function: Defined) -> bool:
        """True if a function asks a player or another program, even indirectly: its result is not known."""
        bodies = (function.node, *(called.node for called in self.graph.reached_from(function.node)))
        return self.reader.asks(function) or any(map(communicates, bodies))

    def _draws(self, kind: str) -> bool:
        """True if an instance of the class cannot be created without a library that draws on the screen."""
        node = self.graph.classes[kind]
        made = [*node.bases, *(statement for statement in node.body if getattr(statement, "name", "") == "__init__")]
        return not names_in(made).isdisjoint(self.drawn)

    def resolve(self, node: ast.expr, scope: Scope, deep: int) -> ast.expr:
        """Replace every local variable of an expression by its definition. Raises: UnknownValueError."""
        self.home.steps += 1
        reached = [target for call in calls_in(node) for target in self.graph.targets(call)]
        if deep > _DEEPEST or self.home.steps > MOST_STEPS or asks(node) or any(map(self._asks, reached)):
            raise UnknownValueError
        if self.module and not names_in([node]).isdisjoint(self.drawn):
            raise UnknownValueError
        bound = names_set_by([node]) | {inner.arg for inner in every(ast.arg, node)}
        outer = self

        class Substitute(ast.NodeTransformer):
            def visit_Name(self, name: ast.Name) -> ast.expr:  # the name that `ast` calls
                return name if name.id in bound else outer._name(name, scope, deep)

            def visit_Attribute(self, part: ast.Attribute) -> ast.AST:
                kind = "" if scope is None else scope.name.rpartition(".")[0]
                if scope is not None and outer._is_self(part.value, scope) and outer.module and outer._draws(kind):
                    return outer._attribute(part.attr, kind, deep)
                return self.generic_visit(part)

        found = Substitute().visit(copy.deepcopy(node))
        assert isinstance(found, ast.expr)
        return found

    def _shared(self, value: ast.expr | None, scope: Scope, name: str, deep: int) -> ast.expr:
        """Return the value of a variable.

        A value that a call creates is marked, because all uses of the variable must share one object.
        """
        if value is None:
            raise UnknownValueError
        found = self.resolve(value, scope, deep + 1)
        return marked_instance(found, name) if any(every(ast.Call, found)) else found

    def _attribute(self, name: str, kind: str, deep: int) -> ast.expr:
        """Return the first value that the methods of a class assign to an attribute.

        If an instance of the class cannot be created without a drawing library, a starting call contains the value
        instead of the attribute of an instance.
        """
        if (kind, name) in self._begun:  # the value of the attribute depends on itself
            raise UnknownValueError
        self._begun.add((kind, name))
        try:
            methods = sorted(self.graph.methods(kind), key=lambda function: function.node.name != "__init__")
            values = [(value, each) for each in methods for value in attribute_values(each.node, f"self.{name}")]
            value = first_value(value for value, _ in values)
            return self._shared(value, dict(values).get(value) if value else None, name, deep)
        finally:
            self._begun.discard((kind, name))

    def _name(self, name: ast.Name, scope: Scope, deep: int) -> ast.expr:
        """Return the value of a variable at the start of the game."""
        if scope is not None and self._is_self(name, scope):
            return marked_instance(self.instance(scope.name.rpartition(".")[0], deep + 1))
        around: Scope = scope
        while around is not None:
            parameter = next((argument for argument in around.parameters if argument.arg == name.id), None)
            if parameter is not None:
                return self.parameter(parameter, around, deep + 1)
            if name.id in names_set_by([around.node]) and not is_global(around.node, name.id):
                return self._shared(first_value(definitions_of(around.node.body, name.id)), around, name.id, deep)
            around = self.graph.functions.get(around.name.rpartition(".")[0])
        if name.id in self.top_names or name.id in _BUILTINS:
            later = next(filterfalse(is_empty, self.set_later(name.id)), None)
            first = constants(self.graph.module).get(name.id)
            return self._shared(later, None, name.id, deep) if first and later and is_empty(first) else name
        if "*" in self.top_names and name.id.isupper():
            return name
        return self._shared(first_value(self.set_later(name.id)), None, name.id, deep)

    def parameter(self, parameter: ast.arg, function: Defined, deep: int) -> ast.expr:
        """Find an argument for a parameter: its default, the argument in one of the project's calls, or a guess."""
        if deep > _DEEPEST:
            raise UnknownValueError
        default = function.defaults.get(parameter.arg)
        if default is not None and not is_empty(default):
            return default
        for where, scope, call in self.sites(function) if self.module else self.all_sites(function):
            given = arguments_of(function, call)
            if scope is not function and given and parameter.arg in given:
                with self.trying():
                    found = where.resolve(given[parameter.arg], scope, deep + 1)
                    return found if where is self else where.named(found)
        return default if default is not None else self.guess(parameter, function)

    def guess(self, parameter: ast.arg, function: Defined | None) -> ast.expr:
        """Guess an argument from the parameter's name, such as a depth, bound, player or board.

        Raises: UnknownValueError.
        """
        name = parameter.arg
        depth = "" if function is None else self.depth_of(function)
        if depth == name or is_named(name, Role.DEPTH):
            return ast.Constant(0 if depth and depth != name else USUAL_DEPTH)  # 0 if it counts up to the depth
        words = set(words_of(name))
        names = [] if function is None else [each.arg for each in function.parameters]
        for role, text in USUAL_ARGUMENTS.items():
            if has_role_among(names, name, role):
                return ast.parse(text, mode="eval").body
        if "alpha" in words or "beta" in words:
            return ast.parse("-inf" if "alpha" in words else "inf", mode="eval").body
        compared = compared_with(function.node, name) if function is not None else []
        if any(word in {"max", "is"} or word.startswith("maximi") for word in words) and not compared:
            return ast.Constant(value=True)
        if makers := boards_for(self.graph, name, parameter.annotation):
            self.home.guessed = self.home.guessed or len(makers) > 1
            return marked_instance(ast.parse(makers[0], mode="eval").body)
        self.home.guessed = True
        if made := self._made_elsewhere(parameter):
            return marked_instance(made)
        for expression in compared:
            if isinstance(expression, ast.Constant) or expression.id in self.top_names:
                return expression
        if function is not None and is_negated(function.node, name):
            return ast.Constant(1)
        if is_named(name, Role.MAXIMISING):
            return ast.Constant(value=True)
        raise UnknownValueError

    def _made_elsewhere(self, parameter: ast.arg) -> ast.expr | None:
        """Make the argument for `parameter` with a class or function of another file, or return None.

        A class or function of a file that the search does not import is only used if its name contains the parameter's
        name. If the parameter is annotated with a class, only this class is used.
        """
        kind = "" if parameter.annotation is None else class_in(parameter.annotation)
        for other in self.home.others:
            near = Path(other.file) in self.home.imported
            for maker in boards_for(other.graph, parameter.arg, ast.Name(kind) if kind else None):
                fits = maker == f"{kind}()" if kind else near or squeezed(parameter.arg) in squeezed(maker)
                if fits and maker.endswith(")") and not other.uses_network:
                    with suppress(UnknownValueError):
                        return other.named(ast.parse(maker, mode="eval").body)
        return None
