"""Find the functions of a module that take part in a recursion, and rewrite them so that each call can be recorded."""

import ast
import re
from typing import Final, NamedTuple

from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.source.mentions import Mentions, definitions, lambdas, own_nodes

HOOK: Final = "__prunecheck_hook__"  # the decorator's name in the rewritten module
BOUND: Final = ("staticmethod", "classmethod")  # decorators that must stay outside of ours
MANGLED: Final = re.compile(r"^_\w+?__(?!_)")  # the class in the name of a private method


class Recursion(NamedTuple):
    """The functions of a recursion by qualified name, and the `driver`, if the search itself only calls them."""

    functions: tuple[str, ...] = ()
    driver: str = ""


def recursion(module: ast.Module, name: str) -> Recursion:
    r"""The recursion that a search is part of, or else calls; empty if there is none.

    Functions are connected by the names that they mention, so that methods and nested functions are found, too. If the
    search only calls recursive functions, the recursion that it mentions first is taken. A class stands for its
    methods. Generators and coroutines are left out, since they only work after their calls.

    Raises: UnknownNameError if the module does not define the search; PreconditionError if only generators recurse.

    >>> recursion(ast.parse("def best(b): return low(b)\ndef low(b): return high(b)\ndef high(b): low(b)"), "best")
    Recursion(functions=('low', 'high'), driver='best')
    """
    graph = Mentions(module)
    bodies = graph.bodies
    methods = [each for each in bodies if each.startswith(f"{name}.")]
    last = MANGLED.sub("__", name.rpartition(".")[2])
    starts = [name] if name in bodies else methods or graph.by_last_name.get(last, [])[:1]
    if not starts:
        raise UnknownNameError("search", name, [each for each in bodies if "._" not in f".{each}"] or ["nothing"])
    for start in starts:
        for candidate in graph.in_order_from(start):
            if cycle := graph.cycle(candidate):
                own = tuple(each for each in cycle if not _is_generator(bodies[each]))
                if not own:
                    raise PreconditionError(
                        f"{cycle[0]} is a generator or a coroutine, which only starts to work after its call; "
                        "have it return its value as a function to have it checked on its own game"
                    )
                drives = start not in cycle and not set(graph.of[start]).isdisjoint(cycle)
                return Recursion(own, start if drives else "")
    return Recursion()


def _is_generator(body: ast.AST) -> bool:
    """True for a function that yields, or a coroutine."""
    yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(body))
    return yields or isinstance(body, ast.AsyncFunctionDef)


def rewritten(module: ast.Module, names: tuple[str, ...]) -> ast.Module:
    """The module with a hook on each of the functions `names`, which is called with the function's qualified name.

    The hook is the innermost of `staticmethod` and `classmethod`, and outside of all other decorators, so that calls
    that a cache answers are seen, too.
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
