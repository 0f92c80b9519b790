"""Notes on searches below the leaves, such as quiescence, which count as evaluation.

Only their values in different windows are compared.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from time import process_time
from typing import Any, Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number, value_at
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import ControlError, EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.parameters import is_named
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show

FEWEST_INFINITE: Final = 3  # positions with the same infinite value; fewer may all be lost
SECONDS: Final = 0.5  # seconds of computing
AROUND: Final = ((-1, 1), (0, 1), (-1, 0), (1, 2), (-2, -1), (0, INF), (-INF, 0))  # windows relative to the value


class _Contradiction(NamedTuple):
    """A value of a leaf in the full window, and the answer in a narrower window, which does not fit this value."""

    value: Number
    window: tuple[Number, Number]
    answer: Number


def searches_not_checked(game: OwnGame) -> Iterator[str]:
    """Yield a note about each other recursion that the search calls with a window, such as quiescence."""
    names = [f"{other.name} (line {other.lineno})" for other in _other_searches(game.program)]
    wrong = _wrong_values(game) if len(names) == 1 else ""
    for name in names:
        if wrong:
            yield (
                f"{name} counts as evaluation, but {wrong}; unless it leaves out moves on purpose, check its signs, "
                "its windows, and the window that it gets"
            )
        else:
            yield f"{name} was not checked: it counts as evaluation"


def _other_searches(program: OwnProgram) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    graph = CallGraph(ast.parse(program.source))
    checked = {graph.functions[name] for name in program.functions if name in graph.functions}
    found = []
    for other in dict.fromkeys(called for function in checked for called in graph.reached_from(function.node)):
        takes_window = {role for role in (Role.ALPHA, Role.BETA) for one in other.parameters if is_named(one.arg, role)}
        if other not in checked and other in graph.reached_from(other.node) and len(takes_window) > 1:
            found.append(other.node)
    return found


def _wrong_values(game: OwnGame) -> str:
    """Say what is wrong with the values of the leaves in different windows; empty if nothing is."""
    guide = _LeavesGuide(game)
    with suppress(ControlError, Exception):
        game.program.run(guide, seconds=2 * SECONDS)
    if (found := guide.found) is not None:
        alpha, beta = map(show, found.window)
        return (
            f"its value depends on the window: for one position, it is {show(found.value)} in the full window, and "
            f"{show(found.answer)} in the window ({alpha}, {beta})"
        )
    infinite = {value for value in guide.values if abs(value) == INF}
    if len(infinite) == len(guide.values) == 1 and guide.leaves >= FEWEST_INFINITE:
        return f"its value is {show(infinite.pop())} for all positions in the full window"
    return ""


class _LeavesGuide:
    """Search in the full window, and make each call that makes no further calls in other windows, too."""

    def __init__(self, game: OwnGame) -> None:
        self.found: _Contradiction | None = None
        self.leaves = 0
        self.values: set[Number] = set()
        self._game, self._calls, self._until = game, 0, process_time() + SECONDS

    def call(self, call: HookedCall, /) -> Any:
        """Make a call."""
        self._calls += 1
        before = self._calls
        answer = call.opened().make()
        if self._calls == before and call.takes.has_window and call.name in self._game.places:
            self._compare(call, answer)
        if self.found is not None or process_time() > self._until:
            raise EnoughError
        return answer

    def _compare(self, call: HookedCall, answer: Any) -> None:
        value = self._value(call, answer)
        if value is None:
            return
        self.leaves += 1
        self.values.add(value)
        if abs(value) == INF or self._value(call, call.opened().make()) != value:  # or it depends on chance or a table
            return
        for below, above in AROUND:
            window = value + below, value + above
            narrow = self._value(call, call.with_window(window).make())
            if narrow is not None and not _fits(narrow, value, window):
                self.found = _Contradiction(value, window, narrow)
                return

    def _value(self, call: HookedCall, answer: Any) -> Any:
        with suppress(LookupError):
            value = value_at(answer, self._game.places[call.name])
            return value if is_number(value) else None
        return None


def _fits(answer: Number, value: Number, window: tuple[Number, Number]) -> bool:
    """True if an answer in a window is right for this value: equal, or a bound on the right side of the window."""
    alpha, beta = window
    return answer == value or (value <= alpha and answer <= alpha) or (value >= beta and answer >= beta)
