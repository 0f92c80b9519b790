"""Repeat leaf calls with changed arguments, such as the opponent as the player to move, or a narrower window."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from prunecheck.subjects.own_game.hooks.answers import value_or_none
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.sandbox.time_limits import ComputingTime

MOST_CALLS: Final = 5_000  # most calls in the run


class Leaf(NamedTuple):
    """A leaf call, its callers (`above`, the outermost first), and the `value` that it returned.

    The function `again` makes the leaf call with changed arguments, and returns the new value, or None if the call with
    these arguments is not a leaf.
    """

    call: HookedCall
    above: tuple[HookedCall, ...]
    value: Any
    again: Callable[[HookedCall], Any]


def examine_leaves(game: OwnGame, examine: Callable[[Leaf], None], *, seconds: float) -> None:
    """Run the search in full windows, and call the function `examine` for each leaf.

    The run ends when the time is over, or when the function `examine` raises EnoughError.
    """
    with game.program.recorder.ignores_code():
        game.program.attempt(_LeavesGuide(game, examine, seconds).call, seconds=2 * seconds)


class _LeavesGuide:
    """Runs all calls with full windows, so that leaf calls can be examined.

    If a repeated leaf call makes recursive calls, the recursive calls are not run, but return a result recorded
    earlier.
    """

    def __init__(self, game: OwnGame, examine: Callable[[Leaf], None], seconds: float) -> None:
        self._game, self._examine = game, examine
        self._tables = game.watched.search_tables()
        self._calls, self._time = 0, ComputingTime(seconds)
        self._above: list[HookedCall] = []
        self._repeats = False
        self._nested = False  # True if the repeated call made a call

    def call(self, call: HookedCall, /) -> Any:
        if self._repeats:
            self._nested = True
            return self._game.watched.leaf_answers.of(call.name)
        self._calls += 1
        if self._calls > MOST_CALLS or self._time.is_over:
            raise EnoughError
        before = self._calls
        self._above.append(call)
        try:
            answer = call.opened().make()
        finally:
            self._above.pop()
        if self._calls == before and (value := self._value(call, answer)) is not None:
            self._examine(Leaf(call, tuple(self._above), value, self._again))
        return answer

    def _again(self, call: HookedCall) -> Any:
        self._repeats, self._nested = True, False
        self._tables.forget(call)
        try:
            answer = call.make()
        finally:
            self._repeats = False
        return None if self._nested else self._value(call, answer)

    def _value(self, call: HookedCall, answer: Any) -> Any:
        return value_or_none(answer, self._game.places[call.name])
