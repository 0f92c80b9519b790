"""Write an expression in fewer characters: equal items as a product, constant arithmetic and conditions as results."""

import ast
import copy
import operator
from collections.abc import Callable, Collection
from itertools import groupby
from typing import Any, Final

from prunecheck.subjects.source.syntax import dotted

INFINITY: Final = "inf"  # a name that every starting call knows
_INFINITE: Final = frozenset({"math.inf", "float('inf')", "float('infinity')", "float('Infinity')"})
_MINUS_INFINITE: Final = frozenset({"float('-inf')", "float('-infinity')", "float('-Infinity')"})
_ARITHMETIC: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
FEWEST_EQUAL: Final = 3  # this many equal items are written as a product


def shorter(expression: ast.expr, taken: Collection[str]) -> ast.expr:
    """Return an equal expression with a shorter text.

    The user's module defines the names in `taken`, such as `inf`, possibly with a different meaning.

    >>> ast.unparse(shorter(ast.parse("f([[0, 0, 0], [0, 0, 0]], 4 - 1, -math.inf)", mode="eval").body, []))
    'f([[0] * 3, [0] * 3], 3, -inf)'
    >>> ast.unparse(shorter(ast.parse("f(2 if None is None else 5, a if a == b else a)", mode="eval").body, []))
    'f(2, a if a == b else a)'
    """
    found = _Shorter(taken).visit(copy.deepcopy(expression))
    assert isinstance(found, ast.expr)
    return found


class _Shorter(ast.NodeTransformer):
    def __init__(self, taken: Collection[str]) -> None:
        self._own_infinity = not {INFINITY, "float", "*"}.isdisjoint(taken)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Replace `float("inf")`."""
        return self._infinity(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace `math.inf`."""
        return self._infinity(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Replace two minus signs in a row by none."""
        self.generic_visit(node)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.UnaryOp):
            inner = node.operand
            if isinstance(inner.op, ast.USub) and isinstance(inner.operand, ast.Name | ast.Constant):
                return inner.operand
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Compute sums, differences and products of whole numbers."""
        self.generic_visit(node)
        compute = _ARITHMETIC.get(type(node.op))
        numbers = [part.value for part in (node.left, node.right) if isinstance(part, ast.Constant)]
        if compute is None or len(numbers) < 2 or not all(type(number) is int for number in numbers):
            return node
        result = compute(*numbers)
        return ast.Constant(result) if result >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-result))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Replace a conditional expression by one of its two values, if its condition is known."""
        self.generic_visit(node)
        holds = _holds(node.test)
        return node if holds is None else node.body if holds else node.orelse

    def visit_List(self, node: ast.List) -> ast.expr:
        """Write a list of equal constants as a product."""
        self.generic_visit(node)
        runs = [list(alike) for _, alike in groupby(node.elts, ast.dump)]
        if len(runs) == 1 and len(runs[0]) >= FEWEST_EQUAL and isinstance(runs[0][0], ast.Constant):
            one = ast.List([runs[0][0]], ast.Load())
            return ast.BinOp(one, ast.Mult(), ast.Constant(len(runs[0])))
        return node

    def _infinity(self, node: ast.expr) -> ast.expr:
        self.generic_visit(node)
        text = "" if self._own_infinity else ast.unparse(node)
        if text in _INFINITE:
            return ast.Name(INFINITY, ast.Load())
        return ast.UnaryOp(ast.USub(), ast.Name(INFINITY, ast.Load())) if text in _MINUS_INFINITE else node


def _holds(test: ast.expr) -> bool | None:
    """Say whether a condition holds, or return None if its text does not show this."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _holds(test.operand)
        return None if inner is None else not inner
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return None
    left, right = test.left, test.comparators[0]
    equal: bool | None = None
    if dotted(left):
        equal = dotted(left) == dotted(right) or None
    elif isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        kinds = {type(left.value), type(right.value)}
        equal = left.value == right.value if len(kinds) == 1 or type(None) in kinds else None
    same, other = isinstance(test.ops[0], ast.Eq | ast.Is), isinstance(test.ops[0], ast.NotEq | ast.IsNot)
    return None if equal is None or not (same or other) else equal == same
