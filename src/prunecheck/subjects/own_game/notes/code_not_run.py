"""Yield a note on code of the search that never ran, so that nothing is known about it."""

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from prunecheck.errors import lines_in_words
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.source.basic_blocks import Place, block_starts, bodies_of, place_of
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.recursion import LOOPS, recursive_functions
from prunecheck.subjects.source.syntax import definitions, every, last_name, names_in

READS_TABLE: Final = frozenset({"get", "pop"})  # methods that return what a table contains


def code_not_run(programs: Sequence[OwnProgram]) -> Iterator[str]:
    """Yield a note if the source code contains code of the search that no run of the `programs` executed."""
    if ranges := lines_not_run(programs):
        yield (
            f"code in {lines_in_words(ranges)} never ran, so it was not checked; give a starting call that reaches it, "
            "perhaps with a larger depth"
        )


def lines_not_run(programs: Sequence[OwnProgram]) -> list[tuple[int, int]]:
    """List the ranges of lines of the search that no run of the `programs` executed.

    The `programs` are the same search with different starting calls. Code that handles errors is ignored, and so is
    code that computes values of leaves, which are not checked anyway.
    """
    found = sorted(_not_run(programs) | {(line, line) for line in _calls_not_made(programs)})
    ranges: list[tuple[int, int]] = []
    for first, last in found:
        if not ranges or last > ranges[-1][1]:  # otherwise, the call is inside of code that did not run
            ranges.append((first, last))
    return ranges


def _not_run(programs: Sequence[OwnProgram]) -> set[tuple[int, int]]:
    """Find the ranges of lines that did not run, in functions that log which of their basic blocks run."""
    ran = {place for program in programs for place in program.recorder.ran}
    found: set[tuple[int, int]] = set()
    for name in {name for program in programs for name in program.functions} if ran else ():
        function = definitions(programs[0].syntax).get(name)
        if function is not None:
            known = programs[0].recorder.parameters(name)
            window = {bound.partition(".")[0] for bound in (known.alpha, known.beta, known.bound, known.stack)}
            found.update(_Reader(ran, window, frozenset(programs[0].functions)).not_run(function.body))
    return found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Finds the code of a function that did not run.

    `window` contains the names of the function's bounds. `is_part` is True for code inside a loop, and for code that
    depends on a condition on the window. If `is_part` is True, code that returns the value of a leaf is part of the
    search.
    """

    ran: Collection[Place]
    window: Collection[str]
    functions: Collection[str]
    is_part: bool = False

    def not_run(self, body: list[ast.stmt]) -> Iterator[tuple[int, int]]:
        """Yield the ranges of lines that did not run, within a list of statements."""
        starts = (nth for nth in block_starts(body) if place_of(body[nth]) not in self.ran)
        first = next(starts, len(body))
        rest = body[first:]
        if rest and not _only_reports(rest) and (self.is_part or not self._is_leaf(rest)):
            yield rest[0].lineno, rest[-1].end_lineno or rest[-1].lineno
        for statement in body[:first]:
            reads_window = isinstance(statement, ast.If) and not names_in([statement.test]).isdisjoint(self.window)
            inside = replace(self, is_part=self.is_part or reads_window or isinstance(statement, LOOPS))
            for part in (statement, *getattr(statement, "cases", ())):
                for inner in bodies_of(part) if not isinstance(part, ast.FunctionDef | ast.ClassDef) else ():
                    yield from inside.not_run(inner)

    def _is_leaf(self, body: list[ast.stmt]) -> bool:
        """True for statements that only return the value of a leaf."""
        return all(
            self._is_leaf_value(statement.value)
            if isinstance(statement, ast.Return)
            else isinstance(statement, ast.If) and self._is_leaf(statement.body) and self._is_leaf(statement.orelse)
            for statement in body
        )

    def _is_leaf_value(self, value: ast.expr | None) -> bool:
        """True for a constant, for the result of another function, and for a tuple of constants and results."""
        match value:
            case None | ast.Constant():
                return True
            case ast.UnaryOp(operand=operand):
                return self._is_leaf_value(operand)
            case ast.BinOp(left=left, right=right):
                return self._is_leaf_value(left) or self._is_leaf_value(right)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_leaf_value(body) and self._is_leaf_value(orelse)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Dict(values=items):
                return all(map(self._is_leaf_value, items))
            case ast.Name() | ast.Attribute():
                return last_name(value).isupper()
            case ast.Call():
                called = {last_name(call.func) for call in every(ast.Call, value)}
                searches = {name.rpartition(".")[2] for name in self.functions}
                return called.isdisjoint(searches | READS_TABLE) and names_in([value]).isdisjoint(self.window)
        return False


def _only_reports(body: list[ast.stmt]) -> bool:
    """True for code that raises an error, or only prints."""
    return isinstance(body[-1], ast.Raise) or all(
        isinstance(statement, ast.Pass)
        or (
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Call)
            and last_name(statement.value.func) == "print"
        )
        for statement in body
    )


def _yields(node: ast.AST) -> bool:
    return isinstance(node, ast.Yield | ast.YieldFrom)


def _calls_not_made(programs: Sequence[OwnProgram]) -> set[int]:
    """Find the lines of recursive calls that were not made.

    Calls in generator functions run later, and are ignored.
    """
    graph = CallGraph(programs[0].syntax)
    functions = {graph.functions[name].node for name in programs[0].functions if name in graph.functions}
    made = {line for program in programs for line in program.recorder.called_from}
    return {
        call.node.lineno
        for function in recursive_functions(graph)
        if function.node in functions and not any(map(_yields, ast.walk(function.node)))
        for call in function.calls
        if made.isdisjoint(range(call.node.lineno, (call.node.end_lineno or call.node.lineno) + 1))
    }
