"""Find searches whose source code shows that a call does not return the minimax value of its position.

For example, a search may take the best value so far as an argument, like a fold over the moves. Another example is a
search that compares an evaluation plus a margin with the window to skip moves, as in futility pruning.
"""

import ast
from collections.abc import Iterator
from typing import Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.recording.watching import WatchingGuide
from prunecheck.subjects.source.parameters import words_of
from prunecheck.subjects.source.recursion import RecursiveFunction, recursive_functions
from prunecheck.subjects.source.syntax import assigned_in, every, last_name, names_in, own_name, positional_parameters

# words in the names of evaluations, and of functions that return evaluations
EVALUATIONS: Final = frozenset({"eval", "evaluate", "evaluation", "static", "heuristic", "material", "stand", "pat"})


def check_values(program: OwnProgram, seen: WatchingGuide) -> None:
    """Refuse a search that passes on the best value so far, except as a bound, and a search with futility pruning.

    Raises: PreconditionError if a parameter that is not a bound receives the best value so far, or if the sum of an
    evaluation and a margin is compared with alpha or beta.
    """
    no_position = {call.name.rpartition(".")[2]: call.takes.no_position for _, call in seen.calls}
    functions = {function.node.name: function for function in recursive_functions(program.syntax)}
    for name in functions.keys() & no_position.keys():
        for called, parameter, line in _values_passed_on(functions[name], functions):
            if called in no_position and parameter not in no_position[called]:
                raise PreconditionError(
                    f"`{name}` passes the best value so far to `{called}` as `{parameter}` (line {line}), so "
                    f"what `{called}` returns also depends on earlier moves; loop over all moves of a position inside "
                    "one function"
                )
        for line in _margins(functions[name]):
            raise PreconditionError(
                f"`{name}` compares an evaluation and a margin with its window (line {line}), as in futility pruning, "
                "so its value may not be the minimax value; switch this off to check the rest"
            )


def _values_passed_on(
    function: RecursiveFunction, functions: dict[str, RecursiveFunction]
) -> Iterator[tuple[str, str, int]]:
    """Yield the arguments in which a function passes on the best value that its recursive calls returned.

    For each argument, the called function, the parameter and the source line are yielded.

    Only calls in statements such as `return f(...)` are checked. If a call is not in a `return` statement, its
    arguments may be bounds.
    """
    calls = {call.node for call in function.calls}
    values = {name for name, value in assigned_in(function.node) if calls & set(ast.walk(value))}

    def is_extreme(value: ast.expr) -> bool:
        is_call = isinstance(value, ast.Call) and own_name(value) in {"max", "min"}
        return is_call and bool(calls & set(ast.walk(value)) or values & names_in([value]))

    best = {name for name, value in assigned_in(function.node) if is_extreme(value)}
    returned = {node.value for node in every(ast.Return, function.node)}
    for call in function.calls:
        if call.node not in returned:
            continue
        called = own_name(call.node)
        in_order = zip(positional_parameters(functions[called].node), call.node.args, strict=False)
        by_name = ((keyword.arg, keyword.value) for keyword in call.node.keywords if keyword.arg)
        for parameter, argument in (*in_order, *by_name):
            if is_extreme(argument) or (isinstance(argument, ast.Name) and argument.id in best):
                yield called, parameter, call.node.lineno


def _margins(function: RecursiveFunction) -> Iterator[int]:
    """Yield the numbers of source lines that compare alpha or beta with an evaluation plus or minus a margin."""
    ends = {function.alpha, function.beta} - {""}
    calls = {call.node for call in function.calls}
    searched, evaluated = set[str](), set[str]()
    for name, value in assigned_in(function.node):
        if calls & set(ast.walk(value)):
            searched.add(name)
        elif any(EVALUATIONS.intersection(words_of(last_name(part.func))) for part in every(ast.Call, value)):
            evaluated.add(name)
    for node in ast.walk(function.node):
        if not isinstance(node, ast.Compare) or len(node.comparators) != 1:
            continue
        for bound, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            is_sum = isinstance(other, ast.BinOp) and isinstance(other.op, ast.Add | ast.Sub)
            names = names_in([other])
            has_margin = is_sum and names & evaluated and names.isdisjoint(ends | searched)
            if has_margin and isinstance(bound, ast.Name) and bound.id in ends:
                yield node.lineno
