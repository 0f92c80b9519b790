"""Find the functions and searches in a Python file, and which function calls which, without running the file."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from prunecheck.subjects.source.mentions import Mentions, looks_like_search
from prunecheck.subjects.source.reachable import reachable
from prunecheck.subjects.source.syntax import Function, defined_in, is_name

QUIET: Final = ("quies", "qsearch", "q_search")  # beginnings of the names of quiescence searches
FOR_BOTH: Final = ("minimax", "minmax", "min_max", "mini_max")


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """A function with its qualified name and, if it is a method, its class."""

    name: str
    node: Function
    owner: ast.ClassDef | None = None

    @property
    def parameters(self) -> list[ast.arg]:
        """The parameters that a caller can pass, in order; for a method, without `self`."""
        spec = self.node.args
        positional = [*spec.posonlyargs, *spec.args]
        return [*positional[self.bound :], *spec.kwonlyargs]

    @property
    def bound(self) -> bool:
        """True for a method that is called on an instance or its class."""
        return self.owner is not None and not any(
            is_name(expression, "staticmethod") for expression in self.node.decorator_list
        )

    @property
    def required(self) -> list[ast.arg]:
        """The parameters that have no default."""
        return [parameter for parameter in self.parameters if parameter.arg not in self.defaults]

    @property
    def defaults(self) -> dict[str, ast.expr]:
        """The parameters that have a default, with their defaults."""
        spec = self.node.args
        positional = [*spec.posonlyargs, *spec.args]
        given = zip(positional[::-1], spec.defaults[::-1], strict=False)
        by_name = zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
        return {argument.arg: default for argument, default in (*given, *by_name) if default is not None}


@dataclass(eq=False)
class CallGraph:
    """The functions in a module, by their full and last names, and the functions that each of them calls."""

    module: ast.Module
    functions: dict[str, Defined] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, node, owner in defined_in(self.module):
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(name, node)
            else:
                self.functions.setdefault(name, Defined(name, node, owner))

    @cached_property
    def by_last_name(self) -> dict[str, list[Defined]]:
        """All functions and methods, grouped by the last part of the qualified name."""
        found: dict[str, list[Defined]] = {}
        for function in self.functions.values():
            found.setdefault(function.node.name, []).append(function)
        return found

    def find(self, name: str) -> Defined | None:
        """Find a function by its qualified name, with or without `<locals>`, or by its last name, if that is unique.

        If the name is that of a class, the result is the first method of the class that is a search.
        """
        plain = name.replace(".<locals>", "")
        if plain in self.functions:
            return self.functions[plain]
        if plain in self.classes:
            methods = (function for function in self.functions.values() if function.owner is self.classes[plain])
            return next(filter(self.is_search, methods), None)
        alone = self.by_last_name.get(plain.rpartition(".")[2], [])
        return alone[0] if len(alone) == 1 else None

    def targets(self, call: ast.Call) -> list[Defined]:
        """The functions in this file that a call possibly runs. A call of a class runs its `__init__`."""
        if isinstance(call.func, ast.Name):
            if made := self.functions.get(f"{call.func.id}.__init__"):
                return [made]
            return [function for function in self.by_last_name.get(call.func.id, []) if function.owner is None]
        if isinstance(call.func, ast.Attribute) and call.func.attr != "__init__":
            return [function for function in self.by_last_name.get(call.func.attr, []) if function.owner is not None]
        return []

    def targets_from(self, scope: Defined, call: ast.Call) -> list[Defined]:
        """The functions that a call in `scope` possibly runs.

        A call of `self.search()` runs the method of the class around it.
        """
        match call.func:
            case ast.Attribute(value=ast.Name(id=owner), attr=method) if scope.bound:
                own = self.functions.get(f"{scope.name.rpartition('.')[0]}.{method}")
                if own is not None and [owner] == [argument.arg for argument in scope.node.args.args[:1]]:
                    return [own]
        return self.targets(call)

    def called_by(self, node: ast.AST) -> list[Defined]:
        """The functions that `node` calls directly when it runs.

        If `node` is a function definition, these are the functions that its body calls.
        """
        return [target for call in calls_in(node) for target in self.targets(call)]

    def reached_from(self, node: ast.AST) -> list[Defined]:
        """The functions that `node` calls when it runs, directly or indirectly."""
        return reachable(self.called_by(node), lambda function: self._calls_of[function.name])

    @cached_property
    def _calls_of(self) -> dict[str, list[Defined]]:
        return {name: self.called_by(function.node) for name, function in self.functions.items()}

    def recursion(self, defined: Defined) -> list[Defined]:
        """The functions in the recursion that contains `defined` or else in the first recursion that it calls."""
        graph = Mentions(self.module)
        for name in graph.in_order_from(defined.name):
            cycle = [self.functions[function] for function in graph.cycle(name) if function in self.functions]
            if cycle and (name == defined.name or self.is_search(self.functions[name])):
                return cycle
        return []

    def is_search(self, defined: Defined) -> bool:
        """True for a function that calls itself and looks like a game-tree search."""
        if defined not in self.reached_from(defined.node):
            return False
        return looks_like_search(defined.node.name, (parameter.arg for parameter in defined.parameters))


def search_called_by(source: str, name: str) -> str:
    r"""The recursive search that the function `name` calls.

    Empty if the function calls no search, or is itself recursive.

    >>> text = "def search(node, depth): search(node, depth - 1)\ndef choose(node): search(node, 3)"
    >>> search_called_by(text, "choose"), search_called_by(text, "search")
    ('search', '')
    """
    graph = CallGraph(ast.parse(source))
    defined = graph.find(name)
    recursion = [] if defined is None else graph.recursion(defined)
    return recursion[0].name if recursion and defined not in recursion else ""


def calls_in(node: ast.AST) -> Iterator[ast.Call]:
    """The calls that `node` makes when it runs, in order.

    Calls inside functions that `node` only defines are omitted.
    """
    body = node.body if isinstance(node, Function) else [node]
    for statement in body:
        yield from _calls(statement)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    if isinstance(node, Function):
        return
    if isinstance(node, ast.Call):
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from _calls(inner)


def search_methods(source: str, kind: str) -> list[str]:
    r"""The recursive methods of a class that look like searches. Searches for MIN and quiescence searches come last.

    `kind` is the qualified name of the class. The name of a function inside a method begins with the method's name.

    >>> text = "class AI:\n def low(s, n, beta): s.high(n, beta)\n def high(s, n, beta): s.low(n, beta)"
    >>> search_methods(text, "AI"), search_methods(text.replace("low", "minimum"), "AI")
    (['low', 'high'], ['high', 'minimum'])
    """
    graph = CallGraph(ast.parse(source))
    inside = f"{kind}."
    found = [
        name for name, function in graph.functions.items() if name.startswith(inside) and graph.is_search(function)
    ]
    names = [name.removeprefix(inside) for name in found]
    own = [name for name in names if "." not in name]
    return sorted(own or names[:1], key=_rank)


def _rank(method: str) -> int:
    """1 for a method for MIN, 2 for a quiescence search, 0 for any other method."""
    word = method.lower().strip("_")
    if word.startswith(QUIET):
        return 2
    return int(word.startswith("min") and not word.startswith(FOR_BOTH))
