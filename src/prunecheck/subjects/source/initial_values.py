"""Find finite initial best values in a search's source code, and whether positions can have infinite values."""

import ast
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from prunecheck.subjects.source.bindings import constants
from prunecheck.subjects.source.missed_cutoffs import is_infinite
from prunecheck.subjects.source.recursion import LOOPS, RecursiveFunction, Suspicion, blocks_of
from prunecheck.subjects.source.syntax import (
    arguments_in,
    assigned_by,
    branches,
    every,
    functions_in,
    names_in,
    own_name,
    passed_arguments,
    unsigned,
)

OPERATIONS: Final[dict[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
# names of values that start at 0 or slightly above
ZEROS: Final = frozenset({"zeros", "zeros_like", "empty", "defaultdict", "Counter", "float_info"})
PLACES: Final = (
    ast.Return,
    ast.Lambda,
    *LOOPS,
    ast.GeneratorExp,
    ast.ListComp,
)  # parts of a program in which positions may get their value
SMALLEST: Final = ("sys.float_info.min", "float_info.min")


def finite_ends(
    module: ast.Module, bodies: Sequence[ast.AST], functions: Sequence[RecursiveFunction]
) -> Iterator[tuple[int, str, float]]:
    """Find initial best values and window bounds that are finite numbers instead of infinity.

    Yields triples (source line, description, absolute value).
    """
    known = constants(module)
    for value in (*_initial_values(bodies, functions), *_ends_of_windows(bodies, functions)):
        for expression in branches(value):
            inner = unsigned(expression)
            if isinstance(inner, ast.Name) and inner.id in known:
                constant = known[inner.id]
                size = _size(constant)
                if size is not None:
                    yield constant.lineno, f"sets `{inner.id}` to a finite number, {ast.unparse(constant)}", size
            elif (size := _size(inner)) is not None:
                yield value.lineno, f"starts from {ast.unparse(expression)}, not from an infinity", size


def smallest_floats(bodies: Sequence[ast.AST], functions: Sequence[RecursiveFunction]) -> Iterator[Suspicion]:
    """Find initial best values that are, by mistake, the smallest positive float instead of -infinity."""
    for value in _initial_values(bodies, functions):
        for expression in branches(value):
            if ast.unparse(expression) in SMALLEST:
                yield value.lineno, f"starts from {ast.unparse(expression)}, which is above 0"


def zeros_taken_for_none(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find tests such as `not best` that should only be true for a best value of None, but are also true for 0."""
    if any(isinstance(node.value, ast.Tuple) for node in every(ast.Return, function.node)):
        return  # what is compared may be a pair of a value and a move, which is never false
    calls = {id(call.node) for call in function.calls}
    assigned = [pair for statement in every(ast.stmt, function.node) for pair in assigned_by(statement)]
    nothing = {name for name, value in assigned if isinstance(value, ast.Constant) and value.value is None}
    scores = {name for name, value in assigned if any(id(node) in calls for node in ast.walk(value))}
    for loop in function.loops:
        compared = list(_compared_names(loop))
        for best in {name for pair in compared if pair & scores for name in pair & nothing}:
            for test in every(ast.expr, loop):
                match test:
                    case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name == best:
                        yield test.lineno, f"treats the value 0 as no value; write `{best} is None`"
                    case ast.BoolOp(values=[ast.Name(id=name), *_]) if name == best:
                        yield test.lineno, f"treats the value 0 as no value; write `{best} is not None`"


def _compared_names(loop: ast.stmt) -> Iterator[set[str]]:
    """Yield the names of two variables if a test in a loop compares which variable is larger."""
    for test in every(ast.Compare, loop):
        match test:
            case ast.Compare(
                left=ast.Name(id=one),
                ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                comparators=[ast.Name(id=other)],
            ):
                yield {one, other}


def may_start_from_zero(*roots: ast.AST) -> bool:
    """True if the given parts of a program may contain an initial best value of 0.

    Numbers in comparisons and indices are ignored.
    """
    nodes = list(roots)
    for node in nodes:
        match node:
            case ast.Constant(value=int() | float() as number) if not number and number is not False:
                return True
            case ast.Name(id=word) | ast.Attribute(attr=word) if word in ZEROS:
                return True
            case ast.Call(func=ast.Name(id="int" | "float"), args=[]):
                return True
            case ast.Compare():
                continue
            case ast.Subscript():
                nodes.append(node.value)
            case _:
                nodes += ast.iter_child_nodes(node)
    return False


def _size(value: ast.expr) -> float | None:
    """Return the absolute value of an expression that is a finite number, such as `1000` or `10**9`.

    Returns None if the expression is not a finite number.
    """
    match value:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as number):
            return None if abs(number) == float("inf") else float(min(abs(number), sys.float_info.max))
        case ast.UnaryOp(operand=inner):
            return _size(inner)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            one, other = _size(left), _size(right)
            if one is not None and other is not None:
                try:
                    return abs(float(OPERATIONS[type(op)](one, other)))
                except (OverflowError, ZeroDivisionError):
                    return sys.float_info.max
    return None


def _initial_values(bodies: Sequence[ast.AST], functions: Sequence[RecursiveFunction]) -> Iterator[ast.expr]:
    """Yield the initial values of variables such as `best`, which are updated in loops that make recursive calls."""
    searches = {function.node.name for function in functions}
    for node in functions_in(*bodies):
        loops = [inner for inner in ast.walk(node) if isinstance(inner, LOOPS) and _calls(inner, searches)]
        updated = {name for loop in loops for name in _updated(loop)}
        for block in (node.body, *(inner for statement in node.body for inner in _outside_loops(statement))):
            for name, value in (pair for statement in block for pair in assigned_by(statement)):
                if name in updated:
                    yield value


def _outside_loops(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    if not isinstance(statement, LOOPS):
        yield from blocks_of(statement)


def _calls(loop: ast.stmt, searches: set[str]) -> bool:
    return any(isinstance(node, ast.Call) and own_name(node) in searches for node in ast.walk(loop))


def _updated(loop: ast.stmt) -> Iterator[str]:
    """Yield the names that a loop updates with greater or smaller values."""
    for node in ast.walk(loop):
        match node:
            case ast.Assign(targets=[ast.Name(id=best)], value=ast.IfExp(body=one, orelse=other)):
                if any(best in _taken_from(value) for value in (one, other)):
                    yield best
            case ast.Assign(targets=[ast.Name(id=best)], value=ast.Call() as taken):
                if best in _taken_from(taken):
                    yield best
            case ast.If(test=ast.Compare() as test, body=block):
                compared = names_in([test])
                for name, value in (pair for inner in block for pair in assigned_by(inner)):
                    if isinstance(value, ast.Name) and name != value.id and {name, value.id} <= compared:
                        yield name


def _taken_from(value: ast.expr) -> set[str]:
    """Return the names in a call of `max` or `min`."""
    match value:
        case ast.Call(func=ast.Name(id="max" | "min"), args=given):
            return {name.id for name in given if isinstance(name, ast.Name)}
    return set()


def _ends_of_windows(bodies: Sequence[ast.AST], functions: Sequence[RecursiveFunction]) -> Iterator[ast.expr]:
    """Yield the window bounds in default arguments, and in calls that start the recursion."""
    takes = {function.node.name: function for function in functions}
    inside = {id(call.node) for function in functions for call in function.calls}
    for function in functions:
        given = function.node.args
        positional = [*given.posonlyargs, *given.args]
        defaults = list(zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True))
        yield from (value for parameter, value in defaults if parameter.arg in (function.alpha, function.beta))
    for call, name, value in passed_arguments(*bodies):
        called = takes.get(own_name(call))
        if called is None or id(call) in inside or value not in call.args:
            continue
        if name in (called.alpha, called.beta):
            yield value


def gives_infinite_values(parsed: ast.Module) -> bool:
    r"""True if positions can have an infinite value: the program returns such a value, or uses it inside a loop.

    Infinite arguments are ignored, since they can be the ends of a window. Infinite initial best values are ignored,
    too.

    >>> gives_infinite_values(ast.parse("WON = float('inf')\ndef value(board): return WON if won(board) else 0"))
    True
    >>> gives_infinite_values(ast.parse("def f(n):\n best = -inf\n for c in n: best = max(best, f(c, inf))"))
    False
    """
    infinities = {name for name, value in constants(parsed).items() if is_infinite(value)}
    calls = (call for call in every(ast.Call, parsed) if not is_infinite(call))
    windows = {id(part) for call in calls for argument in arguments_in(call) for part in ast.walk(argument)}
    places = (node for node in ast.walk(parsed) if isinstance(node, PLACES))
    return any(
        isinstance(node, ast.expr)
        and id(node) not in windows
        and (is_infinite(node) or (isinstance(node, ast.Name) and node.id in infinities))
        for place in places
        for node in ast.walk(place)
    )
