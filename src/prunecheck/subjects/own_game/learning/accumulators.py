"""Find recursive functions that get the best value so far as an argument, so their value depends on earlier calls."""

import ast
from collections.abc import Iterator

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.learning.watching import WatchingGuide
from prunecheck.subjects.source.recursion import RecursiveFunction, recursive_functions
from prunecheck.subjects.source.syntax import SELF, assigned_by, names_in, own_name


def check_no_accumulators(program: OwnProgram, seen: WatchingGuide) -> None:
    """Check that no call gets the values of other calls, except in its window.

    Raises: PreconditionError for a search that passes its best value so far on, as a fold over the moves does.
    """
    no_position = {call.name.rpartition(".")[2]: call.takes.no_position for _, call in seen.calls}
    functions = {function.node.name: function for function in recursive_functions(ast.parse(program.source))}
    for name in no_position.keys() & functions.keys():
        for called, parameter, line in _values_passed_on(functions[name], functions):
            if called in no_position and parameter not in no_position[called]:
                raise PreconditionError(
                    f"{name} passes the best value so far to {called} as {parameter!r} (line {line}), so the "
                    "value of a call is not that of its position; write the loop over the moves within one function"
                )


def _values_passed_on(
    function: RecursiveFunction, functions: dict[str, RecursiveFunction]
) -> Iterator[tuple[str, str, int]]:
    """The arguments that are the largest or smallest value of recursive calls: the function called, parameter, line.

    Only calls whose value is returned as it is count, since other calls may get a bound.
    """
    calls = {call.node for call in function.calls}
    values = {
        name for node in ast.walk(function.node) for name, value in assigned_by(node) if calls & set(ast.walk(value))
    }

    def is_extreme(value: ast.expr) -> bool:
        is_call = isinstance(value, ast.Call) and own_name(value) in {"max", "min"}
        return is_call and bool(calls & set(ast.walk(value)) or values & names_in([value]))

    best = {name for node in ast.walk(function.node) for name, value in assigned_by(node) if is_extreme(value)}
    returned = {node.value for node in ast.walk(function.node) if isinstance(node, ast.Return)}
    for call in function.calls:
        if call.node not in returned:
            continue
        called = own_name(call.node)
        for parameter, argument in _arguments(call.node, functions[called]):
            if is_extreme(argument) or (isinstance(argument, ast.Name) and argument.id in best):
                yield called, parameter, call.node.lineno


def _arguments(call: ast.Call, function: RecursiveFunction) -> Iterator[tuple[str, ast.expr]]:
    """The arguments of a call, each with the name of its parameter."""
    given = function.node.args
    names = [argument.arg for argument in (*given.posonlyargs, *given.args)]
    yield from zip(names[not SELF.isdisjoint(names[:1]) :], call.args, strict=False)
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg)
