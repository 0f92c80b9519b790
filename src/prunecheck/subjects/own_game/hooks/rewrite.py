"""Find the recursive functions in a module's syntax tree, and decorate them with hooks that record each call."""

import ast
import re
from typing import Final, NamedTuple

from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.source.basic_blocks import mark_blocks
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.syntax import definitions, lambdas, own_nodes

HOOK: Final = "__prunecheck_hook__"  # the name of the decorator in the rewritten module
MARK: Final = "__prunecheck_mark__"  # the name of the function that the rewritten module calls for each basic block
BOUND: Final = ("staticmethod", "classmethod")  # decorators that must stay outside our hook
MANGLED: Final = re.compile(r"^_\w+?__(?!_)")  # the class name that Python puts in front of a private method's name


class Recursion(NamedTuple):
    """The qualified names of functions that call each other recursively.

    `driver` is the name of the user's search if the search is not recursive itself, but calls the recursive functions.
    If the search is recursive, `driver` is empty.
    """

    functions: tuple[str, ...] = ()
    driver: str = ""


def recursion(module: ast.Module, name: str) -> Recursion:
    r"""Find the functions that call each other recursively and include the search.

    If the search is not recursive, find the recursive functions that the search calls instead.

    Mentioning the name of a function counts as calling the function. If the search is not recursive and calls several
    groups of recursive functions, the first group that looks like a search is used. If no group looks like a search,
    the first group is used. If `name` is a class, its methods are examined. A method may be inherited. If generators
    and plain functions call each other, the generators are omitted, because the plain functions return the values.
    Raises: UnknownNameError if the module does not define the search; PreconditionError if the functions are
    coroutines, or generators to which the program sends values.

    >>> recursion(ast.parse("def best(b): return low(b)\ndef low(b): return high(b)\ndef high(b): low(b)"), "best")
    Recursion(functions=('low', 'high'), driver='best')
    """
    graph = CallGraph(module)
    bodies, name = graph.bodies, graph.resolve(name)
    methods = [qualified for qualified in bodies if qualified.startswith(f"{name}.")]
    methods += [method.name for method in graph.methods(name)] if name in graph.classes else []
    last = MANGLED.sub("__", name.rpartition(".")[2])
    starts = [name] if name in bodies else methods or graph.by_last_name.get(last, [])[:1]
    if not starts:
        raise UnknownNameError(
            "search", name, [qualified for qualified in bodies if "._" not in f".{qualified}"] or ["nothing"]
        )
    for start in starts:
        if cycle := graph.recursion(start):
            own = [member for member in cycle if not _yields(bodies[member]) and not _is_async(bodies[member])] or cycle
            for function in own:
                _check_kind(function, bodies[function])
            drives = start not in cycle and not set(graph.called[start]).isdisjoint(cycle)
            return Recursion(tuple(own), start if drives else "")
    return Recursion()


def _yields(body: ast.AST) -> bool:
    """True for a function with `yield`."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(body))


def _is_async(body: ast.AST) -> bool:
    return isinstance(body, ast.AsyncFunctionDef)


def _check_kind(name: str, body: ast.AST) -> None:
    """Raise PreconditionError for a coroutine, or for a generator that uses values which the program sends to it."""
    if _is_async(body):
        raise PreconditionError(
            f"`{name}` is a coroutine (async def), which only runs when it is awaited; to check it on its own game, "
            "write it with def and without await"
        )
    plain = {id(node.value) for node in own_nodes(body) if isinstance(node, ast.Expr)}
    if any(isinstance(node, ast.Yield) and id(node) not in plain for node in own_nodes(body)):
        raise PreconditionError(
            f"`{name}` uses values sent to it (`x = yield ...`), so its calls cannot be run one by one; to check it on "
            "its own game, let it only yield or return its value"
        )


def rewritten(module: ast.Module, names: tuple[str, ...]) -> ast.Module:
    """Put a hook on each function in `names`: a decorator whose argument is the qualified name of the function.

    The hook is below the decorators `staticmethod` and `classmethod`, but above the decorator for a cache. A hook above
    the cache also receives the calls whose results come from the cache. The basic blocks of each function are marked,
    to find out which blocks run.
    """
    found = definitions(module)
    for name in names:
        if name in found:
            decorators = found[name].decorator_list
            outside = 0
            while outside < len(decorators) and ast.unparse(decorators[outside]) in BOUND:
                outside += 1
            decorators.insert(outside, _hook(name, found[name]))
            mark_blocks(found[name], MARK)
        else:
            assigned = lambdas(module)[name]
            assigned.value = ast.copy_location(ast.Call(_hook(name, assigned.value), [assigned.value], []), assigned)
    return ast.fix_missing_locations(module)


def _hook(name: str, at: ast.stmt | ast.expr) -> ast.Call:
    call = ast.Call(ast.Name(HOOK, ast.Load()), [ast.Constant(name)], [])
    return ast.copy_location(call, at)
