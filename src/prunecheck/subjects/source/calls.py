"""Find the functions and searches in a Python file, and what each function calls, without running the file."""

import ast
from collections.abc import Iterator, KeysView
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from prunecheck.subjects.source.reachable import reachable
from prunecheck.subjects.source.syntax import (
    SELF,
    Function,
    arguments_in,
    defined_in,
    definitions_behind,
    every,
    functions_in,
    is_name,
    is_static,
    lambdas,
    last_name,
    own_nodes,
)

QUIET: Final = ("quies", "qsearch", "q_search")  # beginnings of the names of quiescence searches
FOR_BOTH: Final = ("minimax", "minmax", "min_max", "mini_max")
SEARCH_WORDS: Final = (
    *("alpha", "beta", "depth", "ply", "search", "minimax", "negamax", "maxim"),
    *("is_max", "ismax", "max_val", "maxval", "min_val", "minval"),
)
OF_CONTAINERS: Final = frozenset(word for kind in (list, dict, set) for word in dir(kind) if not word.startswith("_"))


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """A function with its qualified name and, if it is a method, its class."""

    name: str
    node: Function
    owner: ast.ClassDef | None = None

    @property
    def parameters(self) -> list[ast.arg]:
        """The parameters that a caller can pass, in order. The `self` of a method is left out."""
        spec = self.node.args
        positional = [*spec.posonlyargs, *spec.args]
        return [*positional[self.bound :], *spec.kwonlyargs]

    @property
    def bound(self) -> bool:
        """True for a method that is called on an instance or its class."""
        return self.owner is not None and not is_static(self.node, self.owner)

    def takes(self, call: ast.Call) -> bool:
        """True if the function can be called with these arguments, or if this is unclear."""
        spec, given = self.node.args, {keyword.arg for keyword in call.keywords}
        unclear = any(isinstance(argument, ast.Starred) for argument in call.args) or None in given
        if unclear or spec.vararg or spec.kwarg or self.node.decorator_list:
            return True
        names = [parameter.arg for parameter in self.parameters]
        given |= set(names[: len(call.args)])
        places = len(names) - len(spec.kwonlyargs)
        return len(call.args) <= places and {parameter.arg for parameter in self.required} <= given <= set(names)

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
    """The functions and classes in a module, by qualified name, and the functions that each function calls.

    A function that mentions the name of another function is listed as its caller, since it may pass that function on.
    `bodies` also contains the lambdas with names.
    """

    module: ast.Module
    functions: dict[str, Defined] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    _below: dict[str, KeysView[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, node, owner in defined_in(self.module):
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(name, node)
            else:
                self.functions[name] = Defined(name, node, owner)
        self.bodies: dict[str, ast.AST] = {name: function.node for name, function in self.functions.items()}
        self.bodies |= lambdas(self.module)

    @cached_property
    def by_last_name(self) -> dict[str, list[str]]:
        """The qualified names of all functions, grouped by their last part."""
        found: dict[str, list[str]] = {}
        for name in self.bodies:
            found.setdefault(name.rpartition(".")[2], []).append(name)
        return found

    @cached_property
    def called(self) -> dict[str, list[str]]:
        """The functions that each function calls."""
        return {name: list(dict.fromkeys(self._called(name, body))) for name, body in self.bodies.items()}

    def _called(self, own: str, body: ast.AST) -> Iterator[str]:
        """Yield the functions that a function mentions.

        Of several functions with the same name, only those in the nearest scope are yielded. A method called on `self`
        is the one that the class defines or inherits.

        Two kinds of calls only look recursive, and are ignored: `moves.pop()` in a method `pop`, and
        `super().method()`. If a method is called on another object, as in `board.move(piece, row)`, only methods that
        take the arguments of the call are yielded.
        """
        calls = {id(node.func): node for node in own_nodes(body) if isinstance(node, ast.Call)}
        for word, node in _words(body):
            owner = node.value if isinstance(node, ast.Attribute) else None
            if getattr(owner, "id", "") in SELF and (method := self._methods.get(own.rpartition(".")[0], {}).get(word)):
                yield method
                continue
            of_other = owner is not None and getattr(owner, "id", "") not in (*SELF, *self.classes)
            call = calls.get(id(node)) if of_other else None
            named = [name for name in self.by_last_name.get(word, []) if self._is_method(name) is (owner is not None)]
            for target in _nearest(own, [name for name in named if call is None or self._takes(name, call)]):
                of_parent = isinstance(owner, ast.Call) and is_name(owner.func, "super")
                if target != own or not (of_parent or (of_other and word in OF_CONTAINERS)):
                    yield target

    def _takes(self, name: str, call: ast.Call) -> bool:
        """True if a function can be called with these arguments, or if this is unclear."""
        function = self.functions.get(name)
        return function is None or function.takes(call)

    def _is_method(self, name: str) -> bool:
        return name.rpartition(".")[0] in self.classes

    def below(self, name: str) -> KeysView[str]:
        """Return the functions that a function calls, directly or indirectly, nearest first."""
        if name not in self._below:
            self._below[name] = dict.fromkeys(reachable(self.called[name], self.called.__getitem__)).keys()
        return self._below[name]

    def cycle(self, name: str) -> list[str]:
        """List the functions that are recursive together with the function `name`: it calls them, and they call it.

        Calls may be direct or indirect. The list is empty if the function is not recursive.
        """
        below = self.below(name)
        return [other for other in self.bodies if other in below and name in self.below(other)]

    def recursion(self, name: str) -> list[str]:
        """List the mutually recursive functions to which a function belongs.

        If the function is not recursive, list a group of mutually recursive functions that it calls. If the function
        calls several groups of mutually recursive functions, a group that looks like a search is preferred.
        """
        cycles = [cycle for member in (name, *self.below(name)) if (cycle := self.cycle(member))]
        own = [cycle for cycle in cycles if name in cycle]
        return next(iter([*own, *(cycle for cycle in cycles if any(map(self.is_search, cycle))), *cycles]), [])

    def is_search(self, name: str) -> bool:
        """True for a recursive function whose name, or the name of a parameter, is usual in game-tree searches."""
        texts = (name.rpartition(".")[2], *(node.arg for node in every(ast.arg, self.bodies[name])))
        return any(word in text.lower() for text in texts for word in SEARCH_WORDS) and bool(self.cycle(name))

    def find(self, name: str) -> Defined | None:
        """Find a function by its qualified name, with or without `<locals>`, or by its last name if this is unique.

        If a class has this name, the result is the first method of the class that is a search.
        """
        plain = self.resolve(name.replace(".<locals>", ""))
        if plain in self.classes:
            return next((method for method in self.methods(plain) if self.is_search(method.name)), None)
        alone = [plain] if plain in self.functions else self.by_last_name.get(plain.rpartition(".")[2], [])
        return self.functions.get(alone[0]) if len(alone) == 1 else None

    def resolve(self, name: str) -> str:
        r"""If `name` is a method that a class inherits, return the method's qualified name, otherwise `name` itself.

        >>> text = "class A:\n def f(self): pass\nclass B:\n def f(self): pass\nclass C(B):\n pass"
        >>> CallGraph(ast.parse(text)).resolve("C.f")
        'B.f'
        """
        kind, _, method = name.rpartition(".")
        return name if name in self.bodies else self._methods.get(kind, {}).get(method, name)

    @cached_property
    def _methods(self) -> dict[str, dict[str, str]]:
        """For each class, the qualified names of its own and its inherited methods, by last name."""
        return {
            kind: {method.node.name: method.name for method in reversed(self.methods(kind))} for kind in self.classes
        }

    def methods(self, kind: str) -> list[Defined]:
        """List the methods of a class, and those that it inherits from classes in the same file."""
        owners = self.bases(kind)
        return [function for owner in owners for function in self.functions.values() if function.owner is owner]

    def bases(self, kind: str) -> list[ast.ClassDef]:
        """List the class, and the classes in the same file from which it inherits."""

        def above(each: ast.ClassDef) -> list[ast.ClassDef]:
            return [self.classes[name] for name in map(last_name, each.bases) if name in self.classes]

        return reachable([self.classes[kind]], above)

    def reached(self, name: str) -> list[str]:
        """List the function `name`, or the methods of the class `name`, and the functions that they call.

        The list is empty if the module does not define the name.
        """
        found = self.find(name)
        own = [method.name for method in self.methods(name)] if name in self.classes else [found.name] if found else []
        around = definitions_behind(self.module, name.partition(".")[0])
        known = {full for full, _, _ in defined_in(around)} | lambdas(around).keys()
        return reachable(own, lambda each: [called for called in self.called[each] if called in known])

    def targets(self, call: ast.Call, scope: Defined | None = None) -> list[Defined]:
        """List the functions in this file that a call in `scope` possibly runs.

        A call of a class runs its `__init__`.
        """
        match call.func:
            case ast.Name(id=name) if f"{name}.__init__" in self.functions:
                return [self.functions[f"{name}.__init__"]]
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if scope is not None and scope.bound:
                own = self._methods.get(scope.name.rpartition(".")[0], {}).get(name)
                if own is not None and [owner] == [argument.arg for argument in scope.node.args.args[:1]]:
                    return [self.functions[own]]
            case ast.Name(id=name) | ast.Attribute(attr=name):
                pass
            case _:
                return []
        of_object = isinstance(call.func, ast.Attribute)
        named = [self.functions[other] for other in self.by_last_name.get(name, []) if other in self.functions]
        return [function for function in named if (function.owner is not None) is of_object and name != "__init__"]

    def reached_from(self, node: ast.AST, scope: Defined | None = None) -> list[Defined]:
        """List the functions that `node`, a part of `scope`, calls when it runs, directly or indirectly."""
        called = [target.name for call in calls_in(node) for target in self.targets(call, scope)]
        reached = reachable(called, self.called.__getitem__)
        return [self.functions[name] for name in reached if name in self.functions]


def _words(body: ast.AST) -> Iterator[tuple[str, ast.Name | ast.Attribute]]:
    """Yield the names in a function that possibly refer to functions, each with its expression.

    Local variables of the function are omitted. Attributes of objects other than `self` are omitted, too, unless these
    attributes are called or are arguments of a call.
    """
    nodes = list(own_nodes(body))
    functions = {
        id(node.targets[0]) for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
    }
    stored = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    variables = {node.arg for node in nodes if isinstance(node, ast.arg)}
    variables |= {variable.id for variable in stored if id(variable) not in functions}
    variables -= {inner.name for inner in functions_in(body)}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    used = {id(expression) for call in calls for expression in (call.func, *arguments_in(call))}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in variables:
            yield node.id, node
        elif isinstance(node, ast.Attribute) and (id(node) in used or getattr(node.value, "id", "") in SELF):
            yield node.attr, node


def _nearest(own: str, named: list[str]) -> list[str]:
    """List the functions in `named` whose qualified names have the longest common prefix with the caller's name."""
    if len(named) < 2:
        return named

    def shared(other: str) -> int:
        ours, theirs = own.split("."), other.split(".")[:-1]
        return next((nth for nth, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), len(theirs))

    most = max(map(shared, named))
    return [name for name in named if shared(name) == most]


def search_called_by(source: str, name: str) -> str:
    r"""Return the recursive search that the function `name` calls.

    Returns an empty text if the function calls no search, or is itself recursive.

    >>> text = "def search(node, depth): search(node, depth - 1)\ndef choose(node): search(node, 3)"
    >>> search_called_by(text, "choose"), search_called_by(text, "search")
    ('search', '')
    """
    graph = CallGraph(ast.parse(source))
    defined = graph.find(name)
    recursion = [] if defined is None else graph.recursion(defined.name)
    return recursion[0] if recursion and defined is not None and defined.name not in recursion else ""


def calls_in(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that `node` makes when it runs, in order.

    Calls in functions that `node` only defines are left out.
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
    r"""List the recursive methods of a class that look like searches.

    Methods for positions with MIN to move, and quiescence searches, come last. Inherited methods are only listed if
    the class defines no search.

    `kind` is the qualified name of the class. If no method is a search, a function inside a method is listed; its name
    begins with the method's name.

    >>> text = "class AI:\n def low(s, n, beta): s.high(n, beta)\n def high(s, n, beta): s.low(n, beta)"
    >>> search_methods(text, "AI"), search_methods(text.replace("low", "minimum"), "AI")
    (['low', 'high'], ['high', 'minimum'])
    """
    graph = CallGraph(ast.parse(source))
    inside = f"{kind}."
    names = [name.removeprefix(inside) for name in graph.functions if name.startswith(inside) and graph.is_search(name)]
    inherited = graph.methods(kind) if kind in graph.classes and not names else []
    names += dict.fromkeys(method.node.name for method in inherited if graph.is_search(method.name))
    return sorted([name for name in names if "." not in name] or names[:1], key=_rank)


def drivers_in_class(source: str, kind: str, method: str) -> list[str]:
    r"""List the public methods of a class that call its search `method`, and that `method` does not call.

    A method may also call the search indirectly.

    >>> text = "class AI:\n def go(s, n): return s.low(n, 0)\n def low(s, n, beta): return s.low(n, -beta)"
    >>> drivers_in_class(text, "AI", "low")
    ['go']
    """
    graph = CallGraph(ast.parse(source))
    search = graph.resolve(f"{kind}.{method}")
    if search not in graph.bodies or kind not in graph.classes:
        return []
    own = {other.node.name: other.name for other in reversed(graph.methods(kind))}
    return [
        name
        for name, full in own.items()
        if not name.startswith("_") and search in graph.below(full) and full not in graph.below(search)
    ]


def _rank(method: str) -> int:
    """Return 1 if a method searches positions with MIN to move, 2 for a quiescence search, and 0 otherwise."""
    word = method.lower().strip("_")
    if word.startswith(QUIET):
        return 2
    return int(word.startswith("min") and not word.startswith(FOR_BOTH))
