"""Find the recursive functions in a search's source code, with their bounds, flags, loops and recursive calls."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.parameters import SIGN_NAMES, role_of_name, squeezed
from prunecheck.subjects.source.syntax import Function, every, names_in, own_name, positional_parameters

Suspicion: TypeAlias = tuple[int, str]  # (line, what is wrong in it)
Loop: TypeAlias = ast.For | ast.AsyncFor | ast.While
LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
BLOCKS: Final = ("body", "orelse", "finalbody")
MINUS_ONE: Final = "-1"


@dataclass(frozen=True, slots=True)
class RecursiveCall:
    """A recursive call: the arguments by their meaning (role), and whether the value is `negated` (None if unclear).

    `tests` contains the conditions around the call, and `loops` the loops around it, both outermost first.
    """

    node: ast.Call
    arguments: Mapping[Role, ast.expr]
    negated: bool | None
    tests: tuple[ast.expr, ...]
    loops: tuple[Loop, ...]


@dataclass(frozen=True)
class RecursiveFunction:
    """A function that calls itself, directly or indirectly, with the roles of its parameters."""

    node: Function
    names: Mapping[Role, str]
    calls: tuple[RecursiveCall, ...]

    @property
    def alpha(self) -> str:
        """The name of the parameter for alpha, or an empty text if the function takes no alpha."""
        return self.names.get(Role.ALPHA, "")

    @property
    def beta(self) -> str:
        """The name of the parameter for beta, or an empty text if the function takes no beta."""
        return self.names.get(Role.BETA, "")

    @property
    def has_window(self) -> bool:
        """True if the function takes alpha and beta."""
        return bool(self.alpha and self.beta)

    @property
    def depth(self) -> str:
        """The name of the depth parameter, or an empty text if the function takes no depth."""
        return self.names.get(Role.DEPTH, "")

    @property
    def flag(self) -> str:
        """The name of the parameter that is a flag for who is to move.

        Returns an empty text if the function takes no flag, or takes 1 or -1 as the side to move.
        """
        name = self.names.get(Role.MAXIMISING, "")
        return "" if name.lower() in SIGN_NAMES else name

    @property
    def sign(self) -> str:
        """The name of the parameter for the side to move, if it is 1 or -1.

        Returns an empty text if no parameter of the function is 1 or -1 for the side to move.
        """
        name = self.names.get(Role.MAXIMISING, "")
        return name if name.lower() in SIGN_NAMES else ""

    @cached_property
    def assigned(self) -> Mapping[str, int]:
        """For each name, how often the function assigns to it."""
        found: dict[str, int] = {}
        for node in every(ast.Name, self.node):
            if isinstance(node.ctx, ast.Store):
                found[node.id] = found.get(node.id, 0) + 1
        return found

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The innermost loops around the recursive calls. A loop around several calls is listed once."""
        return tuple(dict.fromkeys(call.loops[-1] for call in self.calls if call.loops))

    def blocks(self) -> Iterator[tuple[Loop, list[ast.stmt]]]:
        """Yield the blocks of statements inside the loops around recursive calls, each block with its loop."""
        for loop in self.loops:
            yield from ((loop, block) for block in blocks_of(loop) if block is not loop.orelse)


def blocks_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a compound statement, including nested blocks, except those in nested functions."""
    if isinstance(statement, Function | ast.ClassDef):
        return
    for name in BLOCKS:
        block = getattr(statement, name, [])
        if block:
            yield block
        for inner in block:
            yield from blocks_of(inner)


def recursive_functions(module: ast.Module | CallGraph, name: str = "") -> list[RecursiveFunction]:
    """List the functions in a module that call themselves, directly or indirectly.

    If `name` is given, only the functions that this function or class uses are listed.

    >>> found = recursive_functions(ast.parse("def f(n, a, b): return max(-f(c, -b, -a) for c in n)"))
    >>> [(each.node.name, each.alpha, each.calls[0].negated) for each in found]
    [('f', 'a', True)]
    """
    graph = module if isinstance(module, CallGraph) else CallGraph(module)
    among = graph.reached(name) if name else graph.functions
    found: list[RecursiveFunction] = []
    for function in (graph.functions[each] for each in among if each in graph.functions):
        cycle = {
            each: _roles(graph.functions[each].node) for each in graph.cycle(function.name) if each in graph.functions
        }
        if cycle:
            names = {role: parameter for parameter, role in reversed(cycle[function.name])}
            found.append(RecursiveFunction(function.node, names, tuple(_calls(function, graph, cycle))))
    return found


def _roles(function: Function) -> list[tuple[str, Role]]:
    """List the parameters, without `self`, each with its meaning (role).

    If several parameters could have the same role, the first of them gets it.

    A one-letter name never gets a role that a longer parameter name already has: in `f(b, alpha, beta)`, `b` is the
    board.
    """
    given = [*positional_parameters(function), *(argument.arg for argument in function.args.kwonlyargs)]
    longer = {role for name in given if len(name) > 1 and (role := role_of_name(squeezed(name)))}
    found: list[tuple[str, Role]] = []
    for name in given:
        others = {role for _, role in found} | (longer if len(name) == 1 else set())
        found.append((name, role_of_name(squeezed(name), others) or Role.NODE))
    return found


def _calls(
    caller: Defined, graph: CallGraph, cycle: Mapping[str, Sequence[tuple[str, Role]]]
) -> Iterator[RecursiveCall]:
    function = caller.node
    around = {inner: outer for outer in ast.walk(function) for inner in ast.iter_child_nodes(outer)}
    for node in every(ast.Call, function):
        called = graph.targets(node, caller) if own_name(node) else []
        parameters = next((cycle[target.name] for target in called if target.name in cycle), None)
        if parameters is None:
            continue
        roles = dict(parameters)
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            continue
        arguments = {role: value for (_, role), value in zip(parameters, node.args, strict=False)}
        arguments |= {roles[keyword.arg]: keyword.value for keyword in node.keywords if keyword.arg in roles}
        tests: list[ast.expr] = []
        loops: list[Loop] = []
        inner: ast.AST = node
        while inner is not function:
            outer = around[inner]
            if isinstance(outer, ast.If | ast.IfExp) and inner is not outer.test:
                tests.insert(0, outer.test)
            if isinstance(outer, LOOPS):
                loops.insert(0, outer)
            inner = outer
        yield RecursiveCall(node, arguments, _is_negated(node, function, around), tuple(tests), tuple(loops))


def _is_negated(call: ast.Call, function: Function, around: Mapping[ast.AST, ast.AST]) -> bool | None:
    """True if the value of a call is negated, None if this is unclear."""
    value: ast.AST = call
    outer = around[value]
    if isinstance(outer, ast.Subscript) and outer.value is value:
        value, outer = outer, around[outer]
    # for example in max(f(c) for c in below)
    if isinstance(outer, ast.GeneratorExp | ast.ListComp) and outer.elt is value:
        value, outer = outer, around[outer]
    match outer:
        case ast.UnaryOp(op=ast.USub()):
            return True
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return True if MINUS_ONE in (ast.unparse(left), ast.unparse(right)) else None
        case ast.Call(func=ast.Name(id="max" | "min")) | ast.Return():
            return False
        case ast.Assign(targets=[ast.Name(id=name)]):
            return None if _occurs_negated(name, function) else False
    return None


def _occurs_negated(name: str, function: Function) -> bool:
    """True if a name occurs after a minus sign, or in a product."""
    for node in ast.walk(function):
        match node:
            case ast.UnaryOp(op=ast.USub()) | ast.BinOp(op=ast.Mult() | ast.Sub()):
                if name in names_in([node]):
                    return True
            case ast.AugAssign(target=target, op=ast.Mult()) if name in names_in([target]):  # or an item of the name
                return True
    return False
