"""Write notes on searches that begin at the leaves, such as quiescence, based on their values in different windows."""

import ast
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.notes.repeated_leaves import Leaf, examine_leaves
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.parameters import is_named
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show
from prunecheck.trees.window import is_right

FEWEST_INFINITE: Final = 3  # at least this many must have the same infinite value; fewer may all be lost
SECONDS: Final = 0.5  # seconds of computing
AROUND: Final = ((-1, 1), (0, 1), (-1, 0), (1, 2), (-2, -1), (0, INF), (-INF, 0))  # windows, relative to the value


class _Contradiction(NamedTuple):
    """The value of a leaf in the full window, and a contradictory result for this leaf in a narrower window."""

    value: Number
    window: tuple[Number, Number]
    answer: Number


def searches_not_checked(game: OwnGame) -> Iterator[str]:
    """Yield a note on each further recursive function with a window that the search calls, such as quiescence."""
    names = [f"`{other.name}` (line {other.lineno})" for other in _other_searches(game.program)]
    wrong = _wrong_values(game) if len(names) == 1 else ""
    for name in names:
        if wrong:
            yield (
                f"prunecheck treats {name} as the evaluation, but {wrong}. Unless this function leaves out "
                "moves on purpose, check its signs and its windows"
            )
        else:
            yield f"prunecheck did not check {name}, but treated it as the evaluation"


def _other_searches(program: OwnProgram) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    graph = CallGraph(program.syntax)
    checked = {graph.functions[name] for name in program.functions if name in graph.functions}
    found = []
    for other in dict.fromkeys(
        called for function in checked for called in graph.reached_from(function.node, function)
    ):
        takes_window = {role for role in (Role.ALPHA, Role.BETA) for one in other.parameters if is_named(one.arg, role)}
        if other not in checked and graph.cycle(other.name) and len(takes_window) > 1:
            found.append(other.node)
    return found


def _wrong_values(game: OwnGame) -> str:
    """Describe what is wrong if leaves have contradictory values in different windows.

    The text is empty if no value of a leaf is wrong.
    """
    values: list[Number] = []
    found: list[_Contradiction] = []

    def examine(leaf: Leaf) -> None:
        if leaf.call.takes.has_window:
            values.append(leaf.value)
            found.extend(islice(_contradictions(leaf), 1))
        if found:
            raise EnoughError

    examine_leaves(game, examine, seconds=SECONDS)
    for value, window, answer in found:
        alpha, beta = map(show, window)
        return (
            f"its value depends on the window: for one position, it is {show(value)} in the full window, and "
            f"{show(answer)} in the window ({alpha}, {beta})"
        )
    if len(set(values)) == 1 and abs(values[0]) == INF and len(values) >= FEWEST_INFINITE:
        return f"in the full window, its value is {show(values[0])} for all positions"
    return ""


def _contradictions(leaf: Leaf) -> Iterator[_Contradiction]:
    """Yield narrow windows in which the result for a leaf contradicts the leaf's value in the full window."""
    call, value = leaf.call, leaf.value
    if abs(value) == INF or leaf.again(call.opened()) != value:  # or it depends on chance
        return
    for below, above in AROUND:
        window = value + below, value + above
        answer = leaf.again(call.with_window(window))
        if answer is not None and not is_right(answer, value, *window):
            yield _Contradiction(value, window, answer)
