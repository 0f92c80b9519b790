"""Detect searches that do not return the evaluation of a finished game, or of a position at the depth limit.

A search is detected if it returns the same number for all leaves, or a multiple of each leaf's evaluation.
"""

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from prunecheck.subjects.convention import Returns
from prunecheck.subjects.find import PythonSubject
from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import Function, assigned_by, every
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import value_of
from prunecheck.trees.values import show
from prunecheck.trees.views.cut import cut

AnyTree: TypeAlias = Tree[Any, Number]

LEAVES: Final = (17, 23, -11)
KNOWN: Final = {abs(leaf) for leaf in LEAVES}
# all leaves are deeper than the search depths in `PLIES`, so the search never reaches a finished game
DEEP: Final = [[[17, 29], [11, 23]], [[37, 13], [41, 19]]]
PLIES: Final = (1, 2)
DEPTHS: Final = range(5)  # a search may add a leaf's depth or ply to the value of a finished game


class OwnLeafScore(NamedTuple):
    """A text that says what a search returns for leaves instead of the evaluation.

    `right_elsewhere` is True if the search is right for all positions except leaves. If the search has no depth
    limit, `right_elsewhere` is always True, since all values come from leaves.
    """

    says: str
    right_elsewhere: bool


def own_leaf_score(found: PythonSubject) -> OwnLeafScore | None:
    """Find the fixed number, or the multiple of the evaluation, that a search returns for leaves.

    Leaves are finished games, or positions at the depth limit.

    A search with a score of its own for leaves cannot be checked on random trees. Returns None if the search returns
    the evaluation. Also returns None if the search returns a fixed number for leaves, but no `return` statement
    contains this number: it may be an initial best value, which the search returns because of a bug.
    """
    if found.definition is None:
        return None
    file = Path(found.definition.file)
    found = _by_value(found)
    ways: list[tuple[str, Sequence[AnyTree], Sequence[AnyTree]]]
    ways = [("without moves", _leaves(), _deep_to_the_limit() if found.traits.takes_depth else [])]
    ways += [("at its depth limit", _leaves_at_the_limit(), _deep())] if found.traits.takes_depth else []
    for where, trees, others in ways:
        first, *more = (_answer(found, tree) for tree in trees)
        if first is None or not all(answer in (first, -first) for answer in more):
            continue
        over = max(first, -first)
        line = _line_of(file, over) if isfinite(over) and over not in KNOWN else None
        if line:
            values = f"{show(over)} or {show(-over)}" if over else show(over)
            return OwnLeafScore(f"returns {values} for each position {where} (line {line})", _is_right(found, others))
    return _multiple(found)


def _multiple(found: PythonSubject) -> OwnLeafScore | None:
    """Find the factor, greater than 1, by which a search multiplies the values of finished games.

    The sign of the factor is ignored: it may only show for which player the search returns values.
    """
    answers = [(tree.evaluate(tree.root), _answer(found, tree)) for tree in _leaves()]
    factors = {
        abs(Fraction(answer) / Fraction(leaf)) for leaf, answer in answers if answer is not None and isfinite(answer)
    }
    if len(factors) != 1 or not found.traits.takes_depth:
        return None
    (factor,) = factors
    if factor <= 1:
        return None
    words = f"multiplies the value of each position without moves by {float(factor):g}"
    return OwnLeafScore(words, _is_right(found, _deep_to_the_limit()))


def is_always_infinite(found: PythonSubject) -> bool:
    """True if a search returns inf or -inf for trees with finite values, as if the trees had no moves."""
    answers = [_answer(_by_value(found), tree) for tree in _deep()]
    return all(answer is not None and not isfinite(answer) for answer in answers)


def _by_value(found: PythonSubject) -> PythonSubject:
    """Return a search whose results are read as values, since small numbers may have been mistaken for moves."""
    adapter = found.python.adapter
    if adapter.convention.returns is not Returns.MOVE:
        return found
    convention = replace(adapter.convention, returns=Returns.VALUE)
    return replace(found, python=replace(found.python, adapter=replace(adapter, convention=convention)))


def _leaves() -> list[AnyTree]:
    return [from_nested(leaf, max_at_root=is_max) for leaf in LEAVES for is_max in (True, False)]


def _leaves_at_the_limit() -> list[AnyTree]:
    """Make trees in which the only move at the root leads to a position at the depth limit.

    The value of the position at the depth limit is one of the numbers in `LEAVES`.
    """
    trees = [from_nested([[1, 2]], max_at_root=is_max) for is_max in (True, False)]
    return [cut(tree.with_static_values(([leaf] * len(tree)).__getitem__), 1) for leaf in LEAVES for tree in trees]


def _deep() -> list[ExplicitTree[Number]]:
    return [from_nested(DEEP, max_at_root=is_max) for is_max in (True, False)]


def _deep_to_the_limit() -> list[AnyTree]:
    return [cut(tree.with_static_values(lambda node: 53 + 2 * node), plies) for tree in _deep() for plies in PLIES]


def _answer(found: PythonSubject, tree: AnyTree) -> Number | None:
    try:
        return value_of(found.open().search(tree, tree.root, -INF, INF))
    except Exception:
        return None


def _is_right(found: PythonSubject, trees: Sequence[AnyTree]) -> bool:
    with suppress(Exception):
        return all(found.python.is_right(found.make(), tree) for tree in trees)
    return False


def _line_of(file: Path, over: Number) -> int | None:
    """Find the source line that returns the number `over`, or the sum of this number and a constant or the depth."""
    with suppress(OSError, SyntaxError, ValueError, RecursionError):
        module = ast.parse(file.read_bytes())
        bodies = [module.body, *(statement.body for statement in module.body if isinstance(statement, ast.ClassDef))]
        constants = {
            name: number
            for body in bodies
            for statement in body
            for name, expression in assigned_by(statement)
            if (number := _number(expression, {})) is not None
        }
        for function in recursive_functions(module):
            parameters = {argument.arg for argument in function.node.args.args}
            for line, returned in _returned_early(function.node):
                names = (dict.fromkeys(parameters, depth) | constants for depth in DEPTHS)
                if any(_number(returned, known) in (over, -over) for known in names):
                    return line
    return None


def _returned_early(function: Function) -> Iterator[tuple[int, ast.expr]]:
    """Yield the expressions that a function returns in the bodies of `if` statements, with source lines."""
    for statement in every(ast.If, function):
        for inner in statement.body:
            if isinstance(inner, ast.Return) and inner.value:
                yield inner.lineno, inner.value


def _number(expression: ast.expr, names: dict[str, Number]) -> Number | None:
    """Compute the value of an expression that only contains constants, names, sums and differences.

    Returns None if the expression contains, for example, a function call, or a name that is not in `names`.
    """
    match expression:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            number = _number(inner, names)
            return None if number is None else -number
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            first, second = _number(left, names), _number(right, names)
            if first is None or second is None:
                return None
            return first + second if isinstance(operator, ast.Add) else first - second
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return names.get(name)
    return None
