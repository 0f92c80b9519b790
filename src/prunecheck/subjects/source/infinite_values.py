"""Find out whether a program may give a position an infinite value, for example for an immediate win."""

import ast
from collections.abc import Iterator
from typing import Final

from prunecheck.subjects.source.missed_cutoffs import is_infinite
from prunecheck.subjects.source.recursion import LOOPS
from prunecheck.subjects.source.syntax import every

PLACES: Final = (ast.Return, ast.Lambda, *LOOPS, ast.GeneratorExp, ast.ListComp)  # where a position may get its value


def gives_infinite_values(parsed: ast.Module) -> bool:
    r"""True if a program may give a position an infinite value: it returns one, or uses one inside a loop.

    Infinite arguments do not count, since they are windows. An initial best value does not count.

    >>> gives_infinite_values(ast.parse("WON = float('inf')\ndef value(board): return WON if won(board) else 0"))
    True
    >>> gives_infinite_values(ast.parse("def f(n):\n best = -inf\n for c in n: best = max(best, f(c, inf))"))
    False
    """
    constants = {
        target.id
        for statement in parsed.body
        if isinstance(statement, ast.Assign) and is_infinite(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    windows = {id(argument) for call in every(ast.Call, parsed) for argument in _parts_of_arguments(call)}
    places = (node for node in ast.walk(parsed) if isinstance(node, PLACES))
    return any(
        isinstance(node, ast.expr)
        and id(node) not in windows
        and (is_infinite(node) or (isinstance(node, ast.Name) and node.id in constants))
        for place in places
        for node in ast.walk(place)
    )


def _parts_of_arguments(call: ast.Call) -> Iterator[ast.AST]:
    if not is_infinite(call):
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            yield from ast.walk(argument)
