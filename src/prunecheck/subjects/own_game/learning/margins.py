"""Find recursive functions that skip moves by an evaluation and a margin, as futility pruning does."""

import ast
from collections.abc import Iterator
from typing import Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.learning.watching import WatchingGuide
from prunecheck.subjects.source.parameters import parts_of
from prunecheck.subjects.source.recursion import RecursiveFunction, recursive_functions
from prunecheck.subjects.source.syntax import assigned_by, last_name, names_in

# words in the names of evaluations and of the functions that make them
EVALUATIONS: Final = frozenset({"eval", "evaluate", "evaluation", "static", "heuristic", "material", "stand", "pat"})


def check_no_margins(program: OwnProgram, seen: WatchingGuide) -> None:
    """Check that no function compares a bound with an evaluation and a margin.

    Raises: PreconditionError for such a search, since its value is not the minimax value.
    """
    called = {call.name.rpartition(".")[2] for _, call in seen.calls}
    for function in recursive_functions(ast.parse(program.source)):
        if function.node.name in called:
            for line in _margins(function):
                raise PreconditionError(
                    f"{function.node.name} compares an evaluation and a margin with its window (line {line}), as in "
                    "futility pruning, so its value may not be the minimax value; switch this off to have the rest "
                    "checked"
                )


def _margins(function: RecursiveFunction) -> Iterator[int]:
    """The lines that compare alpha or beta with the sum or difference of an evaluation and another number."""
    ends = {function.alpha, function.beta} - {""}
    calls = {call.node for call in function.calls}
    searched, evaluated = set[str](), set[str]()
    for node in ast.walk(function.node):
        for name, value in assigned_by(node):
            inner = set(ast.walk(value))
            if calls & inner:
                searched.add(name)
            elif any(isinstance(part, ast.Call) and _is_evaluation(last_name(part.func)) for part in inner):
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


def _is_evaluation(name: str) -> bool:
    return not EVALUATIONS.isdisjoint(parts_of(name))
