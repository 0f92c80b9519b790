"""Find the functions of a module that take part in a recursion, and rewrite them so that each call can be recorded."""

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from prunecheck.errors import PreconditionError, UnknownNameError

HOOK: Final = "__prunecheck_hook__"  # the decorator's name in the rewritten module
BOUND: Final = ("staticmethod", "classmethod")  # decorators that must stay outside ours
MANGLED: Final = re.compile(r"^_\w+?__(?!_)")  # the class name that Python puts into the name of a private method
Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def definitions(module: ast.Module) -> dict[str, Definition]:
    """All functions of a module by qualified name, such as `Engine.search`; the last one if a name is repeated."""
    found: dict[str, Definition] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                if not isinstance(child, ast.ClassDef):
                    found[name] = child
                visit(child, f"{name}.")
            elif isinstance(child, ast.Assign) and isinstance(child.value, ast.Lambda):
                visit(child, prefix)
            else:
                visit(child, prefix)

    visit(module, "")
    return found


def lambdas(module: ast.Module) -> dict[str, ast.Assign]:
    """The assignments that give a name to a lambda, by that name."""
    return {
        each.targets[0].id: each
        for each in ast.walk(module)
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Lambda) and isinstance(each.targets[0], ast.Name)
    }


class Recursion(NamedTuple):
    """The functions of a recursion by qualified name, and the `driver`, if the search itself only calls them."""

    functions: tuple[str, ...] = ()
    driver: str = ""


def recursion(module: ast.Module, name: str) -> Recursion:
    r"""The recursion that a search is part of, or else calls; empty if there is none.

    Functions are connected by the names that they mention, so that methods and nested functions are found, too. If the
    search only calls recursive functions, the recursion that it mentions first is taken. A class stands for its
    methods. Generators are left out of a recursion that also has functions; then those give the values.

    Raises: UnknownNameError if the module does not define the search; PreconditionError for a recursion of coroutines,
    or of generators that take what is sent to them.

    >>> recursion(ast.parse("def best(b): return low(b)\ndef low(b): return high(b)\ndef high(b): low(b)"), "best")
    Recursion(functions=('low', 'high'), driver='best')
    """
    bodies: dict[str, ast.AST] = {**definitions(module), **lambdas(module)}
    by_last: dict[str, list[str]] = {}
    for each in bodies:
        by_last.setdefault(each.rpartition(".")[2], []).append(each)
    mentions = {each: _mentioned(each, body, by_last) for each, body in bodies.items()}
    methods = [each for each in bodies if each.startswith(f"{name}.")]
    last = MANGLED.sub("__", name.rpartition(".")[2])
    starts = [name] if name in bodies else methods or by_last.get(last, [])[:1]
    if not starts:
        raise UnknownNameError("search", name, [each for each in bodies if "._" not in f".{each}"] or ["nothing"])
    for start in starts:
        for candidate in _in_order_of_mention(start, mentions):
            below = _reachable(candidate, mentions)
            if candidate in below:
                cycle = [each for each in bodies if each in below and candidate in _reachable(each, mentions)]
                functions = [each for each in cycle if not _yields(bodies[each]) and not _is_async(bodies[each])]
                own = tuple(functions or cycle)
                for each in own:
                    _check_kind(each, bodies[each])
                drives = start not in cycle and not set(mentions[start]).isdisjoint(cycle)
                return Recursion(own, start if drives else "")
    return Recursion()


def _yields(body: ast.AST) -> bool:
    """True for a function that yields."""
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _own_nodes(body))


def _is_async(body: ast.AST) -> bool:
    return isinstance(body, ast.AsyncFunctionDef)


def _check_kind(name: str, body: ast.AST) -> None:
    """Raise PreconditionError for a coroutine, and for a generator that takes what is sent to it."""
    if _is_async(body):
        raise PreconditionError(
            f"{name} is a coroutine (async def), which only starts to work when it is awaited; write it with def, and "
            "without await, to have it checked on its own game"
        )
    plain = {id(each.value) for each in _own_nodes(body) if isinstance(each, ast.Expr)}
    if any(isinstance(each, ast.Yield) and id(each) not in plain for each in _own_nodes(body)):
        raise PreconditionError(
            f"{name} takes what is sent to it (x = yield ...), so that its calls cannot be run one by one; have it "
            "yield or return its value alone to have it checked on its own game"
        )


def _own_nodes(body: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions and classes in it."""
    nested = {id(inner) for each in ast.walk(body) if each is not body and _defines(each) for inner in ast.walk(each)}
    return (each for each in ast.walk(body) if id(each) not in nested)


def _mentioned(own: str, body: ast.AST, by_last: dict[str, list[str]]) -> list[str]:
    """The functions whose names a function mentions, the nearest definition of each name."""
    found: dict[str, None] = {}
    for each in _own_nodes(body):
        word = each.id if isinstance(each, ast.Name) else each.attr if isinstance(each, ast.Attribute) else ""
        for target in _nearest(own, by_last.get(word, [])):
            found[target] = None
    return list(found)


def _defines(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _nearest(own: str, named: list[str]) -> list[str]:
    """The functions of that name that share the longest prefix with the qualified name of the caller."""
    if len(named) < 2:
        return named

    def shared(other: str) -> int:
        ours, theirs = own.split("."), other.split(".")[:-1]
        return next((nth for nth, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), len(theirs))

    most = max(map(shared, named))
    return [each for each in named if shared(each) == most]


def _in_order_of_mention(start: str, mentions: dict[str, list[str]]) -> Iterator[str]:
    seen, queue = {start}, [start]
    while queue:
        each = queue.pop(0)
        yield each
        for other in mentions[each]:
            if other not in seen:
                seen.add(other)
                queue.append(other)


def _reachable(start: str, mentions: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    stack = list(mentions[start])
    while stack:
        each = stack.pop()
        if each not in found:
            found.add(each)
            stack += mentions[each]
    return found


def rewritten(module: ast.Module, names: tuple[str, ...]) -> ast.Module:
    """The module with a hook on each of the functions `names`, which is called with the function's qualified name.

    The hook is inside `staticmethod` and `classmethod`, and outside all other decorators, so that it also sees calls
    that a cache answers.
    """
    found = definitions(module)
    for name in names:
        if name in found:
            decorators = found[name].decorator_list
            outside = 0
            while outside < len(decorators) and ast.unparse(decorators[outside]) in BOUND:
                outside += 1
            decorators.insert(outside, _hook(name, found[name]))
        else:
            assigned = lambdas(module)[name]
            assigned.value = ast.copy_location(ast.Call(_hook(name, assigned.value), [assigned.value], []), assigned)
    return ast.fix_missing_locations(module)


def _hook(name: str, at: ast.stmt | ast.expr) -> ast.Call:
    call = ast.Call(ast.Name(HOOK, ast.Load()), [ast.Constant(name)], [])
    return ast.copy_location(call, at)
