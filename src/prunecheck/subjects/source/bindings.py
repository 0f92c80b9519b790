"""Find the values of a function's variables in its syntax tree."""

import ast
import copy
from collections.abc import Iterator, Sequence
from typing import Final

from prunecheck.subjects.source.calls import Defined
from prunecheck.subjects.source.syntax import Function, assigned_by, is_name, names_in, names_set_by

_INSTANCE: Final = "game"  # the name of an object that a starting call uses more than once


def definitions_of(body: Sequence[ast.stmt], name: str) -> Iterator[ast.expr]:
    """The values that statements assign to a variable, in order, without values that depend on its earlier value."""
    for statement in body:
        for node in _inside(statement):
            for assigned, value in assigned_by(node):
                if assigned == name and name not in names_in([value]):
                    yield value


def is_loop_variable(function: Function, name: str) -> bool:
    """True for a variable that is set only by loops, `with` statements or unpacking."""
    return name in names_set_by([function])


def is_global(function: Function, name: str) -> bool:
    """True if a function declares the variable global."""
    return any(isinstance(each, ast.Global) and name in each.names for each in ast.walk(function))


def compared_with(function: Function, name: str) -> list[ast.expr]:
    """The constants and names with which a function compares a parameter by `==`."""
    found: list[ast.expr] = []
    for each in ast.walk(function):
        if isinstance(each, ast.Compare) and len(each.ops) == 1 and isinstance(each.ops[0], ast.Eq | ast.Is):
            if is_name(each.left, name):
                found.append(each.comparators[0])
            elif is_name(each.comparators[0], name):
                found.append(each.left)
    return [each for each in found if isinstance(each, ast.Constant | ast.Name)]


def is_negated(function: Function, name: str) -> bool:
    """True if a function uses the negative of a parameter, such as `-color`."""
    return any(
        isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.USub) and is_name(each.operand, name)
        for each in ast.walk(function)
    )


def arguments_of(function: Defined, call: ast.Call) -> dict[str, ast.expr] | None:
    """The arguments of a call by parameter; None if some are passed by `*` or `**`."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return None
    names = [each.arg for each in function.parameters]
    if len(call.args) > len(names):
        return None
    given = dict(zip(names, call.args, strict=False))
    return given | {each.arg: each.value for each in call.keywords if each.arg is not None}


def marked_instance(node: ast.expr) -> ast.expr:
    """An expression for the object that a method belongs to, marked for `with_one_instance`."""
    node = copy.deepcopy(node)
    node.is_instance = True  # type: ignore[attr-defined]  # survives copies of the tree
    return node


def with_one_instance(node: ast.expr) -> ast.expr:
    """The expression with all marked objects replaced by a single one: `(game := Game()).search(game.board)`."""
    marked = [each for each in ast.walk(node) if getattr(each, "is_instance", False)]
    if len({ast.dump(each) for each in marked}) != 1 or len(marked) == 1:
        return node
    seen: list[ast.AST] = []

    class Share(ast.NodeTransformer):
        def visit(self, each: ast.AST) -> ast.AST:
            if not getattr(each, "is_instance", False):
                result: ast.AST = self.generic_visit(each)
                return result
            seen.append(each)
            if len(seen) > 1:
                return ast.Name(_INSTANCE, ast.Load())
            assert isinstance(each, ast.expr)
            return ast.NamedExpr(ast.Name(_INSTANCE, ast.Store()), each)

    shared = Share().visit(node)
    assert isinstance(shared, ast.expr)
    return ast.fix_missing_locations(shared)


def _inside(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the statement and its parts in order, without the bodies of functions."""
    yield statement
    if isinstance(statement, Function | ast.ClassDef):
        return
    for each in ast.iter_child_nodes(statement):
        if isinstance(each, ast.stmt):
            yield from _inside(each)
        elif isinstance(each, ast.ExceptHandler | ast.match_case):
            for inner in each.body:
                yield from _inside(inner)
