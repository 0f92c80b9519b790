"""Find null-window searches that are never followed by a re-search in a wider window."""

import ast
from collections.abc import Iterator
from itertools import product
from typing import Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.recursion import RecursiveCall, RecursiveFunction, Suspicion
from prunecheck.subjects.source.syntax import assigned_in, names_in

ALPHA, BETA = 1_000.0, 9_000.0  # numbers that stand for alpha and beta, to find out which windows are null windows
SMALL: Final = 1.0  # the number that stands for other names, such as EPSILON
NULL: Final = 1.0  # the largest width of a null window


def missing_researches(function: RecursiveFunction) -> Iterator[Suspicion]:
    r"""Find null-window searches, in a loop over the children, after which the child is never searched again.

    Functions that never pass a wider window are ignored, since their own window is possibly always a null window.

    >>> from prunecheck.subjects.source.recursion import recursive_functions
    >>> text = "def f(n, a, b):\n for c in n:\n  v = -f(c, -b, -a) if c is n[0] else -f(c, -a - 1, -a)\n  a = v\n"
    >>> [next(missing_researches(each)) for each in recursive_functions(ast.parse(text))]
    [(3, 'searches in a null window, but never re-searches in a wider window if the value is inside (a, b)')]
    """
    windows = _Windows(function)
    in_loops = [(call, windows.widths(call)) for call in function.calls if call.loops]
    if not any(width > NULL for _, widths in in_loops for width in widths):
        return
    for call, widths in in_loops:
        may_be_null = any(0 <= width <= NULL for width in widths)
        if may_be_null and not any(_searches_again(call, other, function) for other, _ in in_loops):
            inside = f"({function.alpha}, {function.beta})"
            says = f"searches in a null window, but never re-searches in a wider window if the value is inside {inside}"
            yield call.node.lineno, says


def _searches_again(call: RecursiveCall, other: RecursiveCall, function: RecursiveFunction) -> bool:
    """True if `other` searches the same child again in the same loop whenever the value of `call` is below beta."""
    if other is call or other.loops[-1] is not call.loops[-1]:
        return False
    if any(call.node in ast.walk(test) for test in other.tests):
        return True
    values = {name for name, value in assigned_in(function.node) if call.node in ast.walk(value)}
    tests = [test for test in other.tests if values & names_in([test])]
    return any(not _is_beyond_beta(test, values, function.beta) for test in tests)


def _is_beyond_beta(test: ast.expr, values: set[str], beta: str) -> bool:
    """True for a test `value > beta` or `value >= beta`, which is false for every value between alpha and beta."""
    match test:
        case ast.Compare(left=ast.Name(id=value), ops=[ast.Gt() | ast.GtE()], comparators=[ast.Name(id=bound)]):
            return value in values and bound == beta
    return False


class _Windows:
    """Computes, for sample values of alpha and beta, the windows that a function passes to its recursive calls."""

    def __init__(self, function: RecursiveFunction) -> None:
        self._bounds = {function.alpha: ALPHA, function.beta: BETA}
        self._assigned: dict[str, list[ast.expr]] = {}
        for name, value in assigned_in(function.node):
            self._assigned.setdefault(name, []).append(value)

    def widths(self, call: RecursiveCall) -> list[float]:
        """List the widths of the windows that the call possibly passes."""
        low, high = (call.arguments.get(role) for role in (Role.ALPHA, Role.BETA))
        if low is None or high is None:
            return []
        return [second - first for first, second in product(self._values(low), self._values(high))]

    def _values(self, bound: ast.expr, *, followed: bool = False) -> list[float]:
        """List the numbers to which an expression for alpha or beta can evaluate."""
        match bound:
            case ast.Constant(value=int() | float() as number):
                return [float(number)]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return [-value for value in self._values(inner, followed=followed)]
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
                pairs = product(self._values(left, followed=followed), self._values(right, followed=followed))
                return [one + other if isinstance(sign, ast.Add) else one - other for one, other in pairs]
            case ast.Name(id=name) if name in self._bounds:
                return [self._bounds[name]]
            case ast.Name(id=name) if name in self._assigned and not followed:
                return [
                    number for expression in self._assigned[name] for number in self._values(expression, followed=True)
                ]
            case ast.Name(id=name) | ast.Attribute(attr=name) if name.isupper():
                return [SMALL]
        return []
