"""Detect searches that return one fixed value for each finished game, and so ignore the values of random trees."""

import ast
from collections.abc import Iterator
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any, Final

from prunecheck.oracle.minimax import value
from prunecheck.subjects.find import PythonSubject
from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import assigned_by
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.trees.values import show
from prunecheck.trees.views.cut import cut

LEAVES: Final = (17, 23, -11)
# all leaves are deeper than `PLIES`, the depth of the search, so the search reaches no finished game
DEEP: Final = [[[17, 29], [11, 23]], [[37, 13], [41, 19]]]
PLIES: Final = (1, 2)


def game_over_value(found: PythonSubject) -> str:
    """Why random trees do not fit a search that returns one number for each finished game, and is right otherwise.

    Empty for any other search. The number must be in a `return` of its source: to return an initial best value is a
    bug.
    """
    if found.definition is None or not found.traits.takes_depth:
        return ""
    answers = _at_leaves(found)
    first = next(answers)
    if first is None or not all(each in (first, -first) for each in answers):
        return ""
    over = max(first, -first)
    if not isfinite(over) or over in (*LEAVES, -LEAVES[-1]) or not _right_elsewhere(found):
        return ""
    line = _line_of(Path(found.definition.file), over)
    values = f"{show(over)} or {show(-over)}" if over else show(over)
    return f"it returns {values} for each position without moves (line {line})" if line else ""


def _at_leaves(found: PythonSubject) -> Iterator[Number | None]:
    for leaf in LEAVES:
        for is_max in (True, False):
            yield _answer(found, from_nested(leaf, max_at_root=is_max), None)


def _right_elsewhere(found: PythonSubject) -> bool:
    for is_max in (True, False):
        tree = from_nested(DEEP, max_at_root=is_max)
        tree = tree.replaced(values=[53 + 2 * nth if each is None else each for nth, each in enumerate(tree.values)])
        for plies in PLIES:
            limited = cut(tree, plies)
            if _answer(found, tree, plies) != value(limited, limited.root):
                return False
    return True


def _answer(found: PythonSubject, tree: Tree[Any, Number], plies: int | None) -> Number | None:
    shown = tree if plies is None else cut(tree, plies)
    with suppress(Exception):
        answer = found.open().search(shown, shown.root, -INF, INF)
        return answer.value if isinstance(answer, Choice) else answer
    return None


def _line_of(file: Path, over: Number) -> int | None:
    """The line of a recursive function that returns this number, perhaps as a named constant."""
    with suppress(OSError, SyntaxError, ValueError, RecursionError):
        module = ast.parse(file.read_bytes())
        named = {name: _number(held, {}) for each in module.body for name, held in assigned_by(each)}
        for function in recursive_functions(module):
            for each in ast.walk(function.node):
                if isinstance(each, ast.If):
                    for inner in each.body:
                        if isinstance(inner, ast.Return) and inner.value and _number(inner.value, named) == over:
                            return inner.lineno
    return None


def _number(value: ast.expr, named: dict[str, Number | None]) -> Number | None:
    """The absolute value of a constant or of its negative; None for any other expression."""
    match value:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _number(inner, named)
        case ast.Constant(value=int() | float() as held):
            return abs(held)
        case ast.Name(id=name):
            return named.get(name)
    return None
