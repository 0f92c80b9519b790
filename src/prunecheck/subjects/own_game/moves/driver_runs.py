"""Run a starting call whose searches are replaced by values, and record what it returns or changes."""

import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

from prunecheck.error_frames import OURS
from prunecheck.subjects.own_game.hooks.answers import beside, is_number, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.hooks.state import fingerprint, parts_of
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.moves.moves_in_source import WHOLE
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.trees.protocol import Number

MOST_SECONDS: Final = 1.0  # seconds of computing
MOST_CALLS: Final = 500  # at most this many calls to the search in one run
SHARES: Final = (1 / 3, 2 / 3, 1)  # shares of the largest random value; only a few, so that ties occur


class Answered(NamedTuple):
    """What a starting call returned (`whole`), with fingerprints of the return value and its parts.

    `effects` is what the starting call changed and printed. If it returned None, `parts` is the same as `effects`.
    `searched` lists the positions that it searched, and `depths` lists the depths of these searches.
    """

    parts: dict[Hashable, Hashable]
    whole: Any
    effects: dict[Hashable, Hashable]
    searched: tuple[Hashable, ...]
    depths: tuple[Any, ...]

    @property
    def positions(self) -> list[Hashable]:
        """The positions that were searched, each listed once."""
        return list(dict.fromkeys(self.searched))


@dataclass(eq=False, slots=True)
class DriverRuns:
    """Run a starting call several times with different values, up to a limit on CPU time.

    `bounded` is True if, in the last run, the value of some search was outside the search's window and was replaced by
    a bound. `variables` contains, for each position in the first run, fingerprints of the local variables of the
    function that searched it. One of them may be the move.
    """

    game: OwnGame
    most: Number = field(init=False)  # the largest value that a call returns
    bounded: bool = field(init=False, default=False)
    variables: list[dict[str, Hashable]] = field(init=False, default_factory=list)
    _time: ComputingTime = field(init=False)
    _last: Any = UNKNOWN  # the depth of the last call in the first run
    _samples: defaultdict[str, Any] = field(init=False)  # function -> one of its return values

    def __post_init__(self) -> None:
        """Choose the largest value, and start the clock."""
        values = self.game.limits.values
        odd = int(values * 4 / 3 - 1) // 2 * 2 + 1  # thirds of `most` are not whole, so no value is mistaken for a move
        self.most = odd * 3 / 4 if values >= 1 else values * 3 / 4
        self._time = ComputingTime(MOST_SECONDS)
        nodes = self.game.root.all()[self.game.start_names_move :]
        self._samples = defaultdict(
            lambda: self.game.first_search.sample, {node.function: node.sample for node in reversed(nodes)}
        )

    def run(
        self, shares: Sequence[float], earlier: Random | None = None, *, bounded: bool = False, effects: bool = False
    ) -> Answered | None:
        """Run the starting call.

        The first position that the call searches has the first of the `shares` as its value, as a fraction of the
        largest value, and so on. Positions without a share have the value 0. If `earlier` is set, only searches to the
        last depth return these values; searches to different depths return random values. `bounded` and `effects` are
        as in `run_with`.
        """
        return self.run_with(self._value_of(shares, earlier), bounded=bounded, effects=effects)

    def run_with(self, value: Callable[[int, Any], Number], *, bounded: bool, effects: bool = False) -> Answered | None:
        """Run the starting call. Each of its searches returns `value(number of the position, depth)`.

        If `bounded` is set, a value outside the window of a call is replaced by the nearest bound. What the call
        changes is only recorded if `effects` is set. Returns None if the starting call fails, or if the runs take too
        long.
        """
        if self._time.is_over:
            return None
        game, program, numbers = self.game, self.game.program, dict[Hashable, int]()
        given: set[Any] = set()  # absolute values
        searched: list[Hashable] = []
        depths: list[Any] = []
        last: dict[str, Any] = {}  # the arguments of the last call
        makes_first, self.bounded = game.start_names_move, False  # the function of this call is treated like a driver

        def answered(call: HookedCall) -> Any:
            nonlocal makes_first, last
            if makes_first:
                makes_first = False
                return call.opened().make()
            if len(depths) >= MOST_CALLS:  # the starting call searches again and again
                raise TooManyCallsError
            searched.append(game.parts.key(call))
            depths.append(call.depth)
            if self._last is UNKNOWN and searched[-1] not in numbers:
                self.variables.append(_variables_of_caller())
            worth = value(numbers.setdefault(searched[-1], len(numbers)), call.depth)
            inside = _clamped(call, worth) if bounded else worth
            self.bounded |= inside != worth
            given.add(abs(inside))
            last = call.position_arguments
            return with_value(self._samples[call.name], game.places.get(call.name), inside)

        if not program.attempt(answered):  # with values that the game does not have, the search may fail
            return None
        if self._last is UNKNOWN and depths:
            self._last = depths[-1]
        answer = program.answer
        changed = list(self._changed(last)) if answer is None or effects else []
        held: list[tuple[Hashable, Any]] = [(WHOLE, answer), *(changed if answer is None else beside(answer, ""))]
        parts = {
            place: fingerprint(effect)
            for place, effect in held
            if not (is_number(effect) and effect and abs(effect) in given)
        }
        found = {place: fingerprint(effect) for place, effect in changed} if effects else {}
        return Answered(parts, answer, found, tuple(searched), tuple(depths))

    def _value_of(self, shares: Sequence[float], earlier: Random | None) -> Callable[[int, Any], Number]:
        drawn: dict[tuple[int, Any], Number] = {}

        def value(nth: int, depth: Any) -> Number:
            if earlier is not None and depth != self._last:
                return drawn.setdefault((nth, depth), earlier.choice(SHARES) * earlier.choice((1, -1)) * self.most)
            return shares[nth] * self.most if nth < len(shares) else 0

        return value

    def _changed(self, arguments: dict[str, Any]) -> Iterator[tuple[Hashable, Any]]:
        """Yield what a starting call has printed, and all state that it may have changed."""
        program = self.game.program
        yield "printed", program.printed
        for name, whole in (*program.data().items(), *program.given.items(), *arguments.items()):
            yield from ((f"state {part}", held) for part, held in parts_of(name, whole))


def _variables_of_caller() -> dict[str, Hashable]:
    """Return fingerprints of the local variables of the user's function that makes the current call.

    The result is empty if the call is made outside of functions.
    """
    frame: FrameType | None = sys._getframe()  # noqa: SLF001  # inspect reads source files for each frame
    while frame is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    if frame is None or frame.f_locals is frame.f_globals:
        return {}
    return {name: fingerprint(held) for name, held in frame.f_locals.items()}


def _clamped(call: HookedCall, value: Number) -> Number:
    """Return the value, or the nearest bound if the value is outside the window of the call."""
    if not call.takes.has_window:
        return value
    alpha, beta = call.window
    clamped: Number = min(max(value, alpha), beta) if is_number(alpha) and is_number(beta) and alpha < beta else value
    return clamped
