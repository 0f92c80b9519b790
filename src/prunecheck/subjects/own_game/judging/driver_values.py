"""Judge the value that a starting call returns after searches to several depths, perhaps with aspiration windows."""

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import beside, is_number
from prunecheck.subjects.own_game.judging.driver_bounds import returns_bounds
from prunecheck.subjects.own_game.judging.driver_runs import Answered, DriverRuns
from prunecheck.subjects.own_game.judging.moves_in_source import WHOLE
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.trees.values import show

SAME: Final = (5, -7, 11)  # all searches of a run return one of these, to find where the answer holds the value
DRAWS: Final = 40
LARGEST: Final = 20
MOST_DEPTHS: Final = 100  # depths with different values


def wrong_driver_value(game: OwnGame) -> str:
    """Say what is wrong with a starting call's value, if only its last search decides that value; empty if nothing is.

    All searches of the starting call are answered: each depth has a value, and a value outside a window is replaced by
    its bound.
    """
    only_first, game.program.only_first = game.program.only_first, None
    try:
        return _wrong_value(game)
    finally:
        game.program.only_first = only_first


def _wrong_value(game: OwnGame) -> str:
    runs = DriverRuns(game)
    held: list[dict[Hashable, Any]] = []
    for answer in SAME:
        run = runs.run_with(lambda _, __, value=answer: value, bounded=True)  # type: ignore[misc]
        if run is None or not _deepens(run):
            return ""
        held.append(dict(_numbers(run.whole)))
    places = [
        place for place in held[0] if all(parts.get(place) == same for parts, same in zip(held, SAME, strict=True))
    ]
    random = Random(0)  # noqa: S311  # not for security
    for _ in range(DRAWS if len(places) == 1 else 0):
        drawn = [random.randint(-LARGEST, LARGEST) for _ in range(MOST_DEPTHS)]
        run = runs.run_with(lambda _, depth, drawn=drawn: _at(drawn, depth), bounded=True)  # type: ignore[misc]
        if run is None or not runs.bounded:
            continue
        got, expected = dict(_numbers(run.whole)).get(places[0]), _at(drawn, run.depths[-1])
        if got is None or got == expected:
            continue
        if not returns_bounds(game):
            break
        worth = ", ".join(
            f"{show(_at(drawn, fromkey))} at depth {show(fromkey)}" for fromkey in dict.fromkeys(run.depths)
        )
        return (
            f"wrong value: {game.program.start} returns {show(got)}, expected {show(expected)}, if the position is "
            f"worth {worth}; a search that returns a bound of its window must be repeated in a wider one"
        )
    return ""


def _deepens(run: Answered) -> bool:
    """True if all searches had the same position, and the last search was deeper than the first."""
    counts = bool(run.depths) and all(map(is_number, run.depths))
    return counts and len(run.positions) == 1 and bool(run.depths[0] < run.depths[-1])


def _at(drawn: list[int], depth: Any) -> int:
    return drawn[int(depth) % len(drawn)]


def _numbers(answer: Any) -> Iterator[tuple[Hashable, Any]]:
    for place, held in [(WHOLE, answer), *beside(answer, "")]:
        if is_number(held):
            yield place, held
