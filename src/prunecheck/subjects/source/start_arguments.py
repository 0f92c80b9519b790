"""Find expressions for the arguments of a starting call: definitions of variables, or guesses by name."""

import ast
import builtins
import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import filterfalse
from pathlib import Path
from typing import Final, Self, TypeAlias

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
from prunecheck.subjects.source.boards import boards_for, has_role_among, required_by
from prunecheck.subjects.source.calls import CallGraph, Defined, calls_in
from prunecheck.subjects.source.parameters import is_named, words_of
from prunecheck.subjects.source.project import Module, imports_of, methods_in, modules_nearby
from prunecheck.subjects.source.scripts import ScriptReader, drawing_names
from prunecheck.subjects.source.syntax import (
    Function,
    dotted,
    every,
    imported_as,
    is_main_test,
    is_name,
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
_NOT_MODULES: Final = frozenset({"math", "inf", "INF"})  # names that have another meaning in a starting call
MOST_STEPS: Final = 500  # at most this many expressions are examined for one call
Scope: TypeAlias = Defined | None  # None is the top level of the module
Site: TypeAlias = tuple["Arguments", Scope, ast.Call]  # a call, and the place where it occurs


class UnknownValueError(Exception):
    """Raised for an expression whose value is only known inside its function."""


@dataclass(eq=False)
class Arguments:
    """Finds the calls in one file to a search, from outside its recursion (`group`), and the arguments of these calls.

    If a different file contains the search, `_home` is that file, `module` is the name of this file, and `imports`
    contains this file's names for parts of the different file. `guessed` is True if an argument is a guess.
    """

    graph: CallGraph
    file: str
    group: list[Defined]
    _home: Self | None = None
    module: str = ""
    imports: tuple[tuple[str, str], ...] = ()
    guessed: bool = False
    steps: int = field(default=0, init=False)
    _begun: set[tuple[str, str]] = field(default_factory=set, init=False)

    def begin(self) -> None:
        """Reset this object, to find the arguments of another call."""
        self.guessed, self.steps = False, 0

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Within a `with` block, ignore an `UnknownValueError`.

        If this error occurs, discard the guesses made in the block.
        """
        before = self.home.guessed
        try:
            yield
        except UnknownValueError:
            self.home.guessed = before

    @property
    def home(self) -> Self:
        """The file of the search."""
        return self._home or self

    @cached_property
    def files(self) -> list[Self]:
        """The file of the search, and the files that import it.

        Files that a starting call cannot name are omitted, and so are files that communicate with other programs when
        they are imported.
        """
        file = Path(self.file).resolve()
        others = [(other, tuple(imports_of(other, file))) for other in self.nearby]
        taken = _NOT_MODULES | self.top_names
        found = [
            type(self)(CallGraph(other.tree), str(other.path), [], self, other.name, imports)
            for other, imports in others
            if imports and other.name.partition(".")[0] not in taken
        ]
        return [self, *(other for other in found if not other.uses_network)]

    @cached_property
    def nearby(self) -> list[Module]:
        """The other files of the project."""
        return list(modules_nearby(Path(self.file)))

    @cached_property
    def methods(self) -> set[tuple[str, str]]:
        """The methods that the project's classes define: pairs of a class name and a method name."""
        return methods_in(self.graph.module, *(module.tree for module in self.nearby))

    @property
    def uses_network(self) -> bool:
        """True if code that runs when the file is imported communicates with other programs or machines."""
        lines = [each for each in self.graph.module.body if not isinstance(each, Function | ast.ClassDef)]
        runs = (each for each in lines if not is_main_test(each))
        parts = (part for each in runs for part in (each, *(called.node for called in self.graph.reached_from(each))))
        return any(map(communicates, parts))

    def named(self, expression: ast.expr) -> ast.expr:
        """Write the names of this file as a starting call must write them, such as `play.Board()` for `Board()`."""
        bound = names_set_by([expression]) | {node.arg for node in every(ast.arg, expression)}
        outer = self

        class Qualify(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.expr:  # the name that `ast` calls
                if node.id in bound or node.id not in outer.top_names:
                    return node
                return ast.parse(f"{outer.module}.{node.id}", mode="eval").body

        found = Qualify().visit(copy.deepcopy(expression)) if self.module else expression
        assert isinstance(found, ast.expr)
        return found

    def sites(self, target: Defined) -> list[Site]:
        """List the calls to a function from outside the recursion. Calls at the top level of the file come first."""
        inside = {function.name for function in self.group}
        calls = [(scope, call) for scope, call in self.calls if scope is None or scope.name not in inside]
        if self.graph.functions.get(target.name) is target:
            return [(self, scope, call) for scope, call in calls if target in self.graph.targets(call, scope)]
        return [(self, scope, call) for scope, call in calls if self._may_call(call, scope, target)]

    def all_sites(self, target: Defined) -> list[Site]:
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
        known = {"": f".{name}", "*": name, name: ""}
        return dotted(call.func) in {
            known[part] if part == "*" else own + known[part] for part, own in self.imports if part in known
        }

    def _has_other_class(self, owner: ast.expr, scope: Scope, target: Defined) -> bool:
        """True if `owner` is an instance of a class that defines a method with the name of `target` itself."""
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
        """The names that the module has defined when it is loaded."""
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
        """The `ScriptReader`, which finds out which functions wait for input."""
        return ScriptReader(self.graph.module)

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
        """Make an expression for an instance of a class, like a call in the file, or with guessed arguments."""
        if deep > _DEEPEST or kind not in self.graph.classes:
            raise UnknownValueError
        name = ast.parse(kind, mode="eval").body
        init = self.graph.functions.get(f"{kind}.__init__")
        for scope, call in self.calls:
            if is_name(call.func, kind) and (scope is None or not scope.name.startswith(f"{kind}.")):
                with self.trying():
                    return self._made(name, init, scope, call, deep)
        needed = required_by(self.graph, kind, [module.tree for module in self.home.nearby])
        return ast.Call(name, [self.guess(argument, init) for argument in needed], [])

    def _made(self, name: ast.expr, init: Defined | None, scope: Scope, call: ast.Call, deep: int) -> ast.expr:
        """Make an expression that creates an instance like `call`. Arguments with unknown values are guessed."""
        parameters = {} if init is None else {argument.arg: argument for argument in init.parameters}

        def argument(value: ast.expr, parameter: ast.arg | None) -> ast.expr:
            default = None if parameter is None or init is None else init.defaults.get(parameter.arg)
            try:
                return self.resolve(value, scope, deep + 1)
            except UnknownValueError:
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

    def _draws(self, kind: str) -> bool:
        """True if an instance of the class cannot be created without a library that draws on the screen."""
        node = self.graph.classes[kind]
        made = [*node.bases, *(statement for statement in node.body if getattr(statement, "name", "") == "__init__")]
        return not names_in(made).isdisjoint(self.drawn)

    def resolve(self, node: ast.expr, scope: Scope, deep: int) -> ast.expr:
        """Replace every local variable of an expression by its definition. Raises: UnknownValueError."""
        self.home.steps += 1
        reached = [target for call in calls_in(node) for target in self.graph.targets(call)]
        if deep > _DEEPEST or self.home.steps > MOST_STEPS or asks(node) or any(map(self.reader.asks, reached)):
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

        A value that a call creates is marked, because all its uses must share one object.
        """
        if value is None:
            raise UnknownValueError
        found = self.resolve(value, scope, deep + 1)
        return marked_instance(found, name) if any(every(ast.Call, found)) else found

    def _is_self(self, node: ast.expr, scope: Defined) -> bool:
        first = scope.node.args.args[:1]
        return scope.bound and bool(first) and is_name(node, first[0].arg)

    def _attribute(self, name: str, kind: str, deep: int) -> ast.expr:
        """Return the first value that the methods of a class assign to an attribute.

        This value is used instead of an instance, if making an instance needs a drawing library.
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
            return ast.parse(makers[0], mode="eval").body
        self.home.guessed = True
        for expression in compared:
            if isinstance(expression, ast.Constant) or expression.id in self.top_names:
                return expression
        if function is not None and is_negated(function.node, name):
            return ast.Constant(1)
        if is_named(name, Role.MAXIMISING):
            return ast.Constant(value=True)
        raise UnknownValueError
