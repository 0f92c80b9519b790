"""Compute the parts of an expression that only contain constants, so that a starting call is easy to read."""

import ast
import operator
from collections.abc import Callable
from typing import Any, Final

_COMPARED: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
}
_COMPUTED: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
}


def folded(node: ast.expr) -> ast.expr:
    """The expression with conditions, sums and double signs of constants computed.

    >>> ast.unparse(folded(ast.parse("f('O' if 'X' == 'X' else 'X', 4 - 1, --1000, not True)", mode="eval").body))
    "f('O', 3, 1000, False)"
    """
    found = _Folder().visit(node)
    assert isinstance(found, ast.expr)
    return ast.fix_missing_locations(found)


class _Folder(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Compare(left=ast.Constant(value=one), ops=[op], comparators=[ast.Constant(value=other)]):
                if (compare := _COMPARED.get(type(op))) is not None:
                    return ast.Constant(compare(one, other))
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return (node.body if node.test.value else node.orelse) if isinstance(node.test, ast.Constant) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        one, other = _number(node.left), _number(node.right)
        compute = _COMPUTED.get(type(node.op))
        if one is None or other is None or compute is None:
            return node
        value = compute(one, other)
        return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.UnaryOp(op=ast.USub(), operand=inner)):
                return inner
            case ast.UnaryOp(op=ast.Not(), operand=ast.Constant(value=value)):
                return ast.Constant(not value)
        return node


def _number(node: ast.expr) -> int | None:
    """The value of a whole number, with or without a minus sign; None for any other expression."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)) if not isinstance(value, bool):
            return -value
    return None
