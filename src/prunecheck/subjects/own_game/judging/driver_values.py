"""Judge the value that a starting call returns after searches to several depths, perhaps with aspiration windows."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from time import process_time
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import beside, is_number, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import ControlError, TooManyCallsError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.judging.driver_bounds import returns_bounds
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show

SAME: Final = (5, -7, 11)  # each is the value at all depths of one run, to find where the answer holds the value
DRAWS: Final = 40
LARGEST: Final = 20
MOST_DEPTHS: Final = 100  # depths with different values
MOST_CALLS: Final = 500  # calls of the search in one run
MOST_SECONDS: Final = 1.0  # seconds of computing
WHOLE: Final = "whole answer"


def wrong_driver_value(game: OwnGame) -> str:
    """What is wrong with the starting call's value, if only its last search decides that value; empty if nothing.

    All searches of the starting call are answered: each depth has a value, and a value outside a window is replaced by
    its bound.
    """
    only_first, game.program.only_first = game.program.only_first, None
    try:
        return _wrong_value(game)
    finally:
        game.program.only_first = only_first


def _wrong_value(game: OwnGame) -> str:
    until = process_time() + MOST_SECONDS
    same = [run for each in SAME if (run := _run(game, partial(_same, each))) is not None]
    if len(same) < len(SAME) or any(not each.deepens for each in same):
        return ""
    places = [
        place
        for place in same[0].numbers
        if all(each.numbers.get(place) == held for each, held in zip(same, SAME, strict=True))
    ]
    random = Random(0)  # noqa: S311  # not for security
    for _ in range(DRAWS if len(places) == 1 else 0):
        if process_time() > until:
            break
        drawn = [random.randint(-LARGEST, LARGEST) for _ in range(MOST_DEPTHS)]
        run = _run(game, partial(_at, drawn))
        if run is None or not run.bounded or places[0] not in run.numbers:
            continue
        got, expected = run.numbers[places[0]], _at(drawn, run.depths[-1])
        if got == expected:
            continue
        if not returns_bounds(game):
            break
        worth = ", ".join(f"{show(_at(drawn, each))} at depth {show(each)}" for each in dict.fromkeys(run.depths))
        return (
            f"wrong value: {game.program.start} returns {show(got)}, expected {show(expected)}, if the position is "
            f"worth {worth}; a search that returns a bound of its window must be repeated in a wider one"
        )
    return ""


def _same(held: Number, _: Any) -> Number:
    return held


def _at(drawn: list[int], depth: Any) -> int:
    return drawn[int(depth) % len(drawn)]


def _run(game: OwnGame, value: Callable[[Any], Number]) -> "_Answering | None":
    """Run the starting call, and read the numbers in its answer; None if it fails or does not search."""
    guide = _Answering(game, value)
    with suppress(Exception, ControlError):
        game.program.run(guide)
        guide.numbers = dict(_numbers(game.program.answer))
        return guide if guide.depths else None
    return None


def _numbers(answer: Any) -> Iterator[tuple[Hashable, Any]]:
    for place, held in [(WHOLE, answer), *beside(answer, "")]:
        if is_number(held):
            yield place, held


class _Answering:
    """Answer each call with a value for its depth, or with a bound if that value is outside the call's window.

    `bounded` is True if a value was replaced by a bound; `positions` has the positions that were searched.
    """

    def __init__(self, game: OwnGame, value: Callable[[Any], Number]) -> None:
        self.depths: list[Any] = []
        self.positions: set[Hashable] = set()
        self.numbers: dict[Hashable, Any] = {}
        self.bounded = False
        self._game, self._value = game, value

    @property
    def deepens(self) -> bool:
        """True if all calls searched the same position, and the last call had a larger depth than the first."""
        return len(self.positions) == 1 and bool(self.depths[0] < self.depths[-1])

    def call(self, call: HookedCall, /) -> Any:
        """Answer a call."""
        if len(self.depths) >= MOST_CALLS or not is_number(call.depth):
            raise TooManyCallsError
        self.depths.append(call.depth)
        self.positions.add(
            fingerprint({name: each for name, each in call.position_arguments.items() if name != "self"})
        )
        held = self._value(call.depth)
        if call.takes.has_window:
            alpha, beta = call.window
            if is_number(alpha) and is_number(beta) and alpha < beta:
                self.bounded |= not alpha < held < beta
                held = min(max(held, alpha), beta)
        root = self._game.root
        return with_value(root.sample, self._game.places[root.function], held)
