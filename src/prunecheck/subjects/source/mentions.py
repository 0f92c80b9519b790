"""Find which functions in a Python file mention each other, and which are recursive, without running the file."""

import ast
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from prunecheck.subjects.source.reachable import reachable
from prunecheck.subjects.source.syntax import SELF, Function, arguments_in, defined_in, every, is_name

SEARCH_WORDS: Final = (
    *("alpha", "beta", "depth", "ply", "search", "minimax", "negamax", "maxim"),
    *("is_max", "ismax", "max_val", "maxval", "min_val", "minval"),
)
OF_CONTAINERS: Final = frozenset(word for kind in (list, dict, set) for word in dir(kind) if not word.startswith("_"))


def definitions(module: ast.Module) -> dict[str, Function]:
    """All functions in a module by qualified name, such as `Engine.search`.

    If a name is repeated, the last function counts.
    """
    return {name: node for name, node, _ in defined_in(module) if isinstance(node, Function)}


def uses_names(source: str, names: Iterable[str]) -> bool:
    """True if a function in this module, other than a constructor, uses one of these attributes or keys.

    >>> uses_names("def search(node): return node.alpha", ["alpha"]), uses_names("def search(node): pass", ["alpha"])
    (True, False)
    """
    wanted = set(names)
    bodies = [body for name, body in definitions(ast.parse(source)).items() if name.rpartition(".")[2] != "__init__"]
    inside = (node for body in bodies for node in own_nodes(body))
    return any(getattr(node, "attr", getattr(node, "value", None)) in wanted for node in inside if _is_key(node))


def _is_key(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def looks_like_search(name: str, parameters: Iterable[str]) -> bool:
    """True if the name of a function or of one of its parameters is usual in game-tree searches."""
    return any(word in text.lower() for text in (name, *parameters) for word in SEARCH_WORDS)


class OuterCall(NamedTuple):
    """A call that runs a nested function.

    `placeholders` lists the names in this call that replace unknown arguments.
    """

    expression: str
    placeholders: tuple[str, ...]


def outer_call(module: ast.Module, name: str) -> OuterCall | None:
    r"""Make a call that runs the nested function `name`. The result is None if this function is not nested.

    The call runs the outermost function. If a function returns the next inner function, that function is called, too.

    >>> outer_call(ast.parse("def best(pile):\n def search(pile): pass"), "search")
    OuterCall(expression='best(pile)', placeholders=('pile',))
    """
    bodies = definitions(module)
    last = name.rpartition(".")[2]
    outer = next((qualified for qualified in bodies if f"{qualified}.{last}" in bodies), "")
    if not outer:
        return None
    parts = outer.split(".")
    paths = [".".join(parts[: nth + 1]) for nth in range(len(parts))]
    first = next(nth for nth, path in enumerate(paths) if path in bodies)
    expression, placeholders = parts[first], list[str]()
    if first:
        owner = paths[first - 1]
        placeholders = _required(bodies[f"{owner}.__init__"])[1:] if f"{owner}.__init__" in bodies else []
        expression = f"{owner}({', '.join(placeholders)}).{expression}"
    for nth in range(first, len(parts)):
        given = _required(bodies[paths[nth]])[bool(first) and nth == first :]  # without `self`
        expression, placeholders = f"{expression}({', '.join(given)})", placeholders + given
        if nth + 1 == len(parts) or paths[nth + 1] not in bodies or not _returns(bodies[paths[nth]], parts[nth + 1]):
            break
    return OuterCall(expression, tuple(dict.fromkeys(placeholders)))


def _required(body: Function) -> list[str]:
    positional = [argument.arg for argument in (*body.args.posonlyargs, *body.args.args)]
    return positional[: len(positional) - len(body.args.defaults)]


def _returns(body: Function, name: str) -> bool:
    returned = [node.value for node in own_nodes(body) if isinstance(node, ast.Return) and node.value is not None]
    return any(is_name(expression, name) for expression in returned)


def lambdas(module: ast.Module) -> dict[str, ast.Assign]:
    """Find the lambdas that are assigned to a variable, by the name of the variable."""
    return {
        node.targets[0].id: node
        for node in every(ast.Assign, module)
        if isinstance(node.value, ast.Lambda) and isinstance(node.targets[0], ast.Name)
    }


def own_nodes(body: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's syntax tree, except those inside nested functions and classes."""
    nested = {
        id(inner)
        for node in ast.walk(body)
        if node is not body and isinstance(node, Function | ast.ClassDef)
        for inner in ast.walk(node)
    }
    return (node for node in ast.walk(body) if id(node) not in nested)


class Mentions:
    """The functions in a module, by qualified name, and the functions that each of them mentions.

    Methods, nested functions, and functions that are passed on as arguments also count, not only called functions.
    """

    def __init__(self, module: ast.Module) -> None:
        """Read the functions of `module`, and its lambdas with names."""
        self.bodies: dict[str, ast.AST] = {**definitions(module), **lambdas(module)}
        self.by_last_name: dict[str, list[str]] = {}
        for name in self.bodies:
            self.by_last_name.setdefault(name.rpartition(".")[2], []).append(name)
        classes = list(every(ast.ClassDef, module))
        self._methods = {id(inner) for class_node in classes for inner in class_node.body}
        self.of = {function: self._mentioned(function, body) for function, body in self.bodies.items()}

    def _mentioned(self, own: str, body: ast.AST) -> list[str]:
        """The functions that a function mentions by name.

        If several functions have that name, the nearest definition counts.

        A method such as `pop` that takes an item from a list does not call itself, and neither does `super().method()`.
        """
        found: dict[str, None] = {}
        for word, owner in _words(body):
            named = self.by_last_name.get(word, [])
            fitting = [name for name in named if (id(self.bodies[name]) in self._methods) is (owner is not None)]
            of_container = owner is not None and word in OF_CONTAINERS and getattr(owner, "id", "") not in SELF
            of_parent = isinstance(owner, ast.Call) and is_name(owner.func, "super")
            for target in _nearest(own, fitting):
                if not ((of_container or of_parent) and target == own):
                    found[target] = None
        return list(found)

    def in_order_from(self, start: str) -> list[str]:
        """The function `start`, then the functions that it mentions, then those that these mention, and so on."""
        return reachable([start], self.of.__getitem__)

    def cycle(self, name: str) -> list[str]:
        """The functions that call `name` and are called by `name`, directly or indirectly.

        The result is empty if `name` is not recursive.
        """
        below = set(self._below(name))
        return [other for other in self.bodies if other in below and name in self._below(other)]

    def _below(self, start: str) -> list[str]:
        return reachable(self.of[start], self.of.__getitem__)


def _words(body: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the names in a function that possibly refer to functions.

    The name of an attribute is yielded with its object.

    Local variables of the function are omitted, and so are attributes of other objects, unless they are called or
    passed on.
    """
    nodes = list(own_nodes(body))
    functions = {
        id(node.targets[0]) for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
    }
    stored = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    variables = {node.arg for node in nodes if isinstance(node, ast.arg)}
    variables |= {variable.id for variable in stored if id(variable) not in functions}
    variables -= {inner.name for inner in ast.walk(body) if isinstance(inner, Function)}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    used = {id(expression) for call in calls for expression in (call.func, *arguments_in(call))}
    for attribute in nodes:
        if isinstance(attribute, ast.Name) and isinstance(attribute.ctx, ast.Load) and attribute.id not in variables:
            yield attribute.id, None
        elif isinstance(attribute, ast.Attribute) and (
            id(attribute) in used or getattr(attribute.value, "id", "") in SELF
        ):
            yield attribute.attr, attribute.value


def _nearest(own: str, named: list[str]) -> list[str]:
    """The functions in `named` whose qualified names have the longest common prefix with the caller's name."""
    if len(named) < 2:
        return named

    def shared(other: str) -> int:
        ours, theirs = own.split("."), other.split(".")[:-1]
        return next((nth for nth, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), len(theirs))

    most = max(map(shared, named))
    return [name for name in named if shared(name) == most]
