"""Judge the value that a starting call returns after searches to several depths, possibly with aspiration windows.

If a search returns a bound of its window instead of the value, the driver must repeat it in a wider window.
"""

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any, Final

from prunecheck.errors import OutsideError
from prunecheck.failures import SubjectError
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.hooks.answers import beside, is_number
from prunecheck.subjects.own_game.judging.shapes import drawn_starts
from prunecheck.subjects.own_game.judging.shown_tree import answer_of, value_in
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.moves.driver_runs import Answered, DriverRuns
from prunecheck.subjects.own_game.moves.moves_in_source import WHOLE
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.trees.protocol import INF
from prunecheck.trees.values import show

# in a run, all searches return one of these values, to find the place of the value in what the starting call returns
SAME: Final = (5, -7, 11)
DRAWS: Final = 40
LARGEST: Final = 20
MOST_DEPTHS: Final = 100  # depths with different values
TREES: Final = 200  # at most this many random trees are used to find out if the search returns bounds
MOST_SECONDS: Final = 1.0  # seconds of computing for these


def wrong_driver_value(game: OwnGame) -> str:
    """Describe what is wrong with the value that a starting call returns, if its last search determines this value.

    The text is empty if nothing is wrong. The searches are not run. Instead, each search returns a value that depends
    on its depth, or a bound if the value is outside the window.
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
        run = runs.run_with(lambda _, __, value=answer: value, bounded=False)  # type: ignore[misc]
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
    """True if all searches started from the same position, and the last was deeper than the first."""
    counts = bool(run.depths) and all(map(is_number, run.depths))
    return counts and len(run.positions) == 1 and bool(run.depths[0] < run.depths[-1])


def _at(drawn: list[int], depth: Any) -> int:
    return drawn[int(depth) % len(drawn)]


def _numbers(answer: Any) -> Iterator[tuple[Hashable, Any]]:
    for place, held in [(WHOLE, answer), *beside(answer, "")]:
        if is_number(held):
            yield place, held


def returns_bounds(game: OwnGame) -> bool:
    """True if, on some random tree, the search returns a bound of its window although the value is beyond the bound.

    Some searches never return a bound, for example searches that only cut off beyond the bound. The driver of such a
    search may treat a value equal to the bound as exact. The driver is a function that calls the search for each move.
    Only values that are worse for the driver than the bound are checked. Only calls with the function and depth of the
    first call are checked, because these calls search the driver's moves.
    """
    random, time = Random(0), ComputingTime(MOST_SECONDS)  # noqa: S311  # not for security
    largest = game.rules[game.first_search].largest
    for start, tree in drawn_starts(game, random, TREES, time):
        if start.function != game.first_search.function or game.is_max(start) != largest:
            continue
        true = value(tree, tree.root)
        for bound in sorted({leaf for leaf in tree.leaf_values if (leaf < true if largest else leaf > true)}):
            window = (-INF, bound) if largest else (bound, INF)
            try:
                if value_in(game, start, answer_of(game, start, tree, tree.root, *window)) == bound:
                    return True
            except (OutsideError, SubjectError):
                break
    return False
