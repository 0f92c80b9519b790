"""Find the possible values of variables and attributes in a syntax tree."""

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import filterfalse
from types import MappingProxyType
from typing import Final

from prunecheck.subjects.source.calls import Defined
from prunecheck.subjects.source.syntax import (
    Function,
    assigned_by,
    assigned_in,
    dotted,
    is_main_test,
    is_name,
    names_in,
    targets_of,
)

# modules and functions with which a program communicates; their results are not known before the game
_TALKING: Final = frozenset(
    {"aiohttp", "ftplib", "http", "httpx", "requests", "serial", "smtplib", "socket", "subprocess", "urllib", "urlopen"}
)
_INSTANCE: Final = "game"  # name for an object that a starting call uses more than once


@lru_cache
def constants(module: ast.Module) -> Mapping[str, ast.expr]:
    """Find the variables that top-level statements in the module set, each with its first value."""
    found: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, Function | ast.ClassDef | ast.While) or is_main_test(statement):
            continue
        for name, value in assigned_in(statement):
            found.setdefault(name, value)
    return MappingProxyType({name: value for name, value in found.items() if not asks(value)})


def asks(node: ast.AST) -> bool:
    """True for code that waits for input, reads the command line, or communicates with other programs or machines."""
    return communicates(node) or any(
        (isinstance(inner, ast.Name) and inner.id in {"input", "raw_input"})
        or (isinstance(inner, ast.Attribute) and inner.attr in {"argv", "stdin", "parse_args"})
        for inner in ast.walk(node)
    )


def communicates(node: ast.AST) -> bool:
    """True for code that communicates with other programs or machines."""
    return not names_in([node]).isdisjoint(_TALKING)


def definitions_of(body: Sequence[ast.stmt], name: str) -> Iterator[ast.expr]:
    """Yield the values that statements assign to a variable, in order, but no value that depends on an earlier one."""
    for node in (node for statement in body for node in _inside(statement)):
        yield from (
            value for assigned, value in assigned_by(node) if assigned == name and name not in names_in([value])
        )


def attribute_values(function: ast.AST, target: str) -> Iterator[ast.expr]:
    """Yield the values that code assigns to an attribute such as `self.board`."""
    return (value for node in ast.walk(function) for assigned, value in targets_of(node) if dotted(assigned) == target)


def is_empty(value: ast.expr) -> bool:
    """True for `None`, and for an empty list, tuple or dictionary.

    The program may replace or fill an empty value later.
    """
    match value:
        case ast.Constant(value=None) | ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def is_global(function: Function, name: str) -> bool:
    """True if a function declares the variable global."""
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(function))


def compared_with(function: Function, name: str) -> list[ast.Constant | ast.Name]:
    """List the constants and names with which a function compares a parameter by `==`."""
    found: list[ast.expr] = []
    for comparison in ast.walk(function):
        if (
            isinstance(comparison, ast.Compare)
            and len(comparison.ops) == 1
            and isinstance(comparison.ops[0], ast.Eq | ast.Is)
        ):
            if is_name(comparison.left, name):
                found.append(comparison.comparators[0])
            elif is_name(comparison.comparators[0], name):
                found.append(comparison.left)
    return [expression for expression in found if isinstance(expression, ast.Constant | ast.Name)]


def is_negated(function: Function, name: str) -> bool:
    """True if a function uses the negative of a parameter, such as `-color`."""
    return any(
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_name(node.operand, name)
        for node in ast.walk(function)
    )


def arguments_of(function: Defined, call: ast.Call) -> dict[str, ast.expr] | None:
    """Return the arguments of a call by parameter name, or None if the call passes arguments by `*` or `**`."""
    if any(isinstance(argument, ast.Starred) for argument in call.args) or any(
        keyword.arg is None for keyword in call.keywords
    ):
        return None
    names = [parameter.arg for parameter in function.parameters]
    if len(call.args) > len(names):
        return None
    given = dict(zip(names, call.args, strict=False))
    return given | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def marked_instance(node: ast.expr, name: str = _INSTANCE) -> ast.expr:
    """Mark an expression that creates an object with `name`, under which `with_one_instance` stores the object."""
    node = copy.deepcopy(node)
    node.instance = name  # type: ignore[attr-defined]  # survives copies of the tree
    return node


def with_one_instance(node: ast.expr) -> ast.expr:
    """Change an expression to create each marked object only once, as in `(game := Game()).search(game.board)`.

    Objects with different names are never merged: a board and a list of visits can both be `[]` at first, but are
    different lists.
    """
    while shared := _most_shared(node):
        _, name = shared
        taken = names_in([node])
        while name in taken:
            name = f"the_{name}" if not name.startswith("the_") else f"{name}_"
        found = _Share(shared, name).visit(copy.deepcopy(node))
        assert isinstance(found, ast.expr)
        node = found
    return ast.fix_missing_locations(node)


def _most_shared(node: ast.expr) -> tuple[str, str] | None:
    """Find the longest expression for a marked object that occurs more than once, and the name of the object.

    Expressions in loops are ignored.
    """
    inner = {
        id(called)
        for loop in ast.walk(node)
        if isinstance(loop, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda)
        for called in ast.walk(loop)
    }
    marked = [part for part in ast.walk(node) if getattr(part, "instance", "") and id(part) not in inner]
    known = [_text_and_name(part) for part in marked]
    return max((pair for pair in known if known.count(pair) > 1), key=lambda pair: len(pair[0]), default=None)


def _text_and_name(node: ast.AST) -> tuple[str, str]:
    return ast.unparse(node), getattr(node, "instance", "")


class _Share(ast.NodeTransformer):
    """Stores an object in a variable where it is first created, and uses the variable wherever it was created again."""

    def __init__(self, marked: tuple[str, str], name: str) -> None:
        self._marked, self._name, self._seen = marked, name, False

    def visit(self, node: ast.AST) -> ast.AST:
        if not getattr(node, "instance", "") or not isinstance(node, ast.expr) or _text_and_name(node) != self._marked:
            result: ast.AST = self.generic_visit(node)
            return result
        if self._seen:
            return ast.Name(self._name, ast.Load())
        self._seen = True
        node.instance = ""  # type: ignore[attr-defined]
        return ast.NamedExpr(ast.Name(self._name, ast.Store()), node)


def first_value(values: Iterable[ast.expr]) -> ast.expr | None:
    """Return the value that a variable most likely has at its first use: its first non-empty value, if any."""
    known = list(values)
    return next(filterfalse(is_empty, known), known[0] if known else None)


def _inside(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the syntax nodes inside a statement in order, except those in the bodies of functions."""
    yield statement
    if isinstance(statement, Function | ast.ClassDef):
        return
    for node in ast.iter_child_nodes(statement):
        if isinstance(node, ast.stmt):
            yield from _inside(node)
        elif isinstance(node, ast.ExceptHandler | ast.match_case):
            for inner in node.body:
                yield from _inside(inner)
