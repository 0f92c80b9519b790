"""Find evaluations that look wrong: from the wrong player's point of view, or with better values for later wins.

The recursion alone does not show whether an evaluation is right. So leaf calls are repeated with another player or
depth.
"""

from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import process_time
from typing import Any, Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number, value_at
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.memory import SearchTables
from prunecheck.subjects.own_game.hooks.recorder import ControlError, EnoughError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import RUN_SECONDS
from prunecheck.subjects.source.parameters import is_named
from prunecheck.trees.protocol import INF
from prunecheck.trees.values import show

MOST_CALLS, MOST_SECONDS = 5_000, 1.0  # calls of the run, and seconds of computing
PLAYERS: Final = 2  # a parameter with more values is not a player
FEWEST_VALUES: Final = 3  # different values; fewer may be equal by chance
FEWEST_ENDS: Final = 2  # ends of the game whose value depends on the depth
MOST: Final = 0.8  # share of the leaves that must agree


def evaluation_notes(game: OwnGame) -> Iterator[str]:
    """Yield a note if evaluations have the wrong point of view, and a note if later wins have better values."""
    guide, lines = _Repeating(game), game.program.recorder.called_from
    judged = set(lines)
    with suppress(Exception, ControlError):
        game.program.run(guide, seconds=RUN_SECONDS)
    lines &= judged  # calls of repeated leaves are not judged
    yield from _point_of_view(game, [flip for flip in guide.flipped if guide.are_players(flip.names)])
    for sign in (1, -1):
        yield from islice(_late_wins([end for end in guide.ends if end.value * sign > 0]), 1)


@dataclass(frozen=True)
class _Flipped:
    """The value of a leaf, and its `other` value with the opponent as the player in the parameters `names`."""

    names: tuple[str, ...]
    value: Any
    other: Any


@dataclass(frozen=True)
class _End:
    """The value at the end of the game, and the value if it ended one ply sooner; `depth` is the argument `name`."""

    name: str
    depth: Any
    value: Any
    sooner_depth: Any
    sooner: Any


def _point_of_view(game: OwnGame, flipped: list[_Flipped]) -> Iterator[str]:
    telling = [flip for flip in flipped if flip.value]
    if len({abs(flip.value) for flip in telling}) < FEWEST_VALUES:
        return
    negates = any(any(rule.negated) for rule in game.rules.values())
    odd = [flip for flip in telling if flip.other == (flip.value if negates else -flip.value)]
    if len(odd) < MOST * len(telling):
        return
    name, value = " and ".join(odd[0].names), show(odd[0].value)
    if negates:
        yield (
            f"evaluates to the same value, such as {value}, for both values of {name}; a search that negates its "
            "values needs evaluations from the point of view of the side to move"
        )
    else:
        yield (
            f"evaluates to the opposite value, such as {value} and {show(odd[0].other)}, if {name} changes; a search "
            "that takes the max and the min needs all evaluations from the same point of view"
        )


def _late_wins(ends: list[_End]) -> Iterator[str]:
    later = [
        ending for ending in ends if 0 < abs(ending.sooner) < abs(ending.value) and ending.sooner * ending.value > 0
    ]
    if len(later) >= FEWEST_ENDS and not any(abs(ending.sooner) > abs(ending.value) for ending in ends):
        end = later[0]
        yield (
            f"prefers late wins: an end of the game is worth {show(end.sooner)} at {end.name} "
            f"{show(end.sooner_depth)}, but {show(end.value)} a ply later, at {end.name} {show(end.depth)}"
        )


class _Repeating:
    """Make the calls of a run with full windows, and repeat the leaf calls with another player or depth.

    `flipped` are leaves at the depth limit, and `ends` are ends of the game.
    """

    def __init__(self, game: OwnGame) -> None:
        self.flipped: list[_Flipped] = []
        self.ends: list[_End] = []
        self.players: dict[str, set[Hashable]] = {}  # parameter -> the values that it had
        self._game = game
        self._tables = SearchTables(game.program, game.tables)
        self._calls, self._until = 0, process_time() + MOST_SECONDS
        self._above: list[HookedCall] = []
        self._asked = False  # True while a call is repeated
        self._nested = False  # True if the repeated call made a call

    def call(self, call: HookedCall, /) -> Any:
        """Make a call, and repeat it if it is a leaf; calls made during a repetition are answered at once."""
        if self._asked:
            self._nested = True
            return self._game.leaf_answers.of(call.name)
        self._calls += 1
        if self._calls > MOST_CALLS or process_time() > self._until:
            raise EnoughError
        before = self._calls
        self._above.append(call)
        try:
            answer = call.opened().make()
        finally:
            self._above.pop()
        if self._calls == before and self._above:
            self._repeat(call, self._above[-1], answer)
        return answer

    def _repeat(self, call: HookedCall, above: HookedCall, answer: Any) -> None:
        value = self._value(call, answer)
        if value is None or not -INF < value < INF:
            return
        steps = [name for name in call.takes.names if _is_step(name, call, above)]
        sooner = {name: self._asked_again(call.with_argument(name, above.argument(name))) for name in steps}
        if not any(number is None for number in sooner.values()):
            ends = (_End(name, call.argument(name), value, above.argument(name), sooner[name]) for name in steps)
            self.ends += [end for end in ends if end.sooner != end.value]
            return
        named = [name for name in call.takes.names if is_named(name, Role.MAXIMISING)]
        for name in named:
            self.players.setdefault(name, set()).update(map(fingerprint, (call.argument(name), above.argument(name))))
        names = tuple(name for name in named if call.argument(name) != above.argument(name))
        changed = call
        for name in names:
            changed = changed.with_argument(name, above.argument(name))
        other = self._asked_again(changed) if names else None
        if other is not None:
            self.flipped.append(_Flipped(names, value, other))

    def are_players(self, names: tuple[str, ...]) -> bool:
        """True if each of these parameters had at most two values."""
        return all(len(self.players[name]) == PLAYERS for name in names)

    def _asked_again(self, call: HookedCall) -> Any:
        """Repeat a call, and return its value; None if it makes further calls, so that it is not a leaf."""
        self._asked, self._nested = True, False
        self._tables.forget(call)
        try:
            answer = call.opened().make()
        finally:
            self._asked = False
        return None if self._nested else self._value(call, answer)

    def _value(self, call: HookedCall, answer: Any) -> Any:
        with suppress(LookupError):
            return value_at(answer, self._game.places[call.name])
        return None


def _is_step(name: str, call: HookedCall, above: HookedCall) -> bool:
    """True for a depth or a ply that changes by 1 from the caller to the call."""
    if name != call.takes.depth and not is_named(name, Role.PLY):
        return False
    held, before = call.argument(name), above.argument(name)
    return is_number(held) and is_number(before) and abs(held - before) == 1
