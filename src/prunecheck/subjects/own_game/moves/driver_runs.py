"""Run a starting call with chosen values in place of its searches, and record what the call returns and changes."""

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

from prunecheck.error_frames import OURS
from prunecheck.subjects.own_game.hooks.answers import beside, is_number, with_value
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import parts_at
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.moves.moves_in_source import WHOLE
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.trees.protocol import Number

MOST_SECONDS: Final = 1.0  # seconds of computing
MOST_CALLS: Final = 500  # at most this many calls to the search in one run
SHARES: Final = (1 / 3, 2 / 3, 1)  # shares of the largest random value; only a few, so that ties occur


@dataclass(frozen=True, slots=True)
class DriverMoves:
    """The verdict on the moves that a starting call returns.

    `trials` is the number of runs from which the move was judged, and `fault` describes a bug. `untold` is True if it
    is unclear whether the returned object is a move. `note` says why the verdict is uncertain, for example because a
    player may move twice in a row. If the starting call stores the move instead of returning it, `variable` names the
    variable or attribute.
    """

    trials: int = 0
    fault: str = ""
    untold: bool = False
    note: str = ""
    variable: str = ""


class StartResult(NamedTuple):
    """What a starting call returned, changed and printed.

    `whole` is the return value itself. `returned` contains fingerprints of the return value and of its items. `state`
    contains the printed text, and fingerprints of the variables after the call.

    `searched` lists the positions that the starting call searched. `depths` and `windows` list the depths and windows
    of the searches that the starting call made. The window of a search without a window is None.
    """

    whole: Any
    returned: dict[Hashable, Hashable]
    state: dict[Hashable, Hashable]
    searched: tuple[Hashable, ...] = ()
    depths: tuple[Any, ...] = ()
    windows: tuple[Any, ...] = ()

    @property
    def parts(self) -> dict[Hashable, Hashable]:
        """The fingerprints of the return value and of its items.

        If the return value is None, the result contains the fingerprints of the output and the state instead.
        """
        return {WHOLE: None, **self.state} if self.whole is None else self.returned

    def is_like(self, other: "StartResult") -> bool:
        """True if this run and the `other` run returned the same value and made the same changes.

        The two runs may print different texts.
        """
        same = {**self.state, "printed": ""} == {**other.state, "printed": ""}
        return same and self.returned == other.returned

    @property
    def positions(self) -> list[Hashable]:
        """The positions that were searched, each listed once."""
        return list(dict.fromkeys(self.searched))


def result_of_start(
    program: OwnProgram, arguments: Mapping[str, Any], values: Collection[Any] = (), *, has_state: bool = True
) -> StartResult:
    """Record the result of a program's last run.

    `arguments` contains the arguments of the search, and other objects that the search may change.

    Numbers whose absolute value is in `values` are left out of the result. If `has_state` is True, variables and output
    are always recorded, otherwise only if the starting call returned None.
    """

    def is_value(held: Any) -> bool:
        return bool(values) and is_number(held) and bool(held) and abs(held) in values

    answer, state = program.answer, dict[Hashable, Hashable]()
    if has_state or answer is None:
        state["printed"] = program.printed
        state.update((part, mark) for part, held, mark in parts_at(program, arguments) if not is_value(held))
    held = () if answer is None else ((WHOLE, answer), *beside(answer, ""))
    returned: dict[Hashable, Hashable] = {place: fingerprint(item) for place, item in held if not is_value(item)}
    return StartResult(answer, returned, state)


@dataclass(eq=False, slots=True)
class DriverRuns:
    """Run a starting call several times, with different values for its searches each time, up to a CPU-time limit.

    `bounded` is True if, in the last run, at least one value was outside the window of its search, which returned a
    bound instead. For each position in the first run, `variables` contains fingerprints of the local variables of the
    function that called the search. One of the caller's local variables may contain the move.
    """

    game: OwnGame
    most: Number = field(init=False)  # the largest value that a call returns
    bounded: bool = field(init=False, default=False)
    variables: list[dict[str, Hashable]] = field(init=False, default_factory=list)
    _time: ComputingTime = field(init=False)
    _last: Any = UNKNOWN  # the depth of the last call in the first run
    _samples: defaultdict[str, Any] = field(init=False)  # function -> one of its return values

    def __post_init__(self) -> None:
        """Choose the largest value that may replace the result of a search, and start the clock for the time limit."""
        values = self.game.limits.values
        odd = int(values * 4 / 3 - 1) // 2 * 2 + 1  # thirds of `most` are not whole, so no value is mistaken for a move
        self.most = odd * 3 / 4 if values >= 1 else values * 3 / 4
        self._time = ComputingTime(MOST_SECONDS)
        nodes = self.game.root.all()[self.game.start_names_move :]
        self._samples = defaultdict(
            lambda: self.game.first_search.sample, {node.function: node.sample for node in reversed(nodes)}
        )

    def run(
        self, shares: Sequence[float], earlier: Random | None = None, *, bounded: bool = False, has_state: bool = False
    ) -> StartResult | None:
        """Run the starting call.

        The searches are not run, but return chosen values. A search of position number n returns item n of `shares`,
        multiplied by the largest value `most`. If `shares` has no item n, the search returns 0. If `earlier` is set,
        only searches to the last depth return values from `shares`; all shallower searches return random values.
        """
        return self.run_with(self._value_of(shares, earlier), bounded=bounded, has_state=has_state)

    def run_with(
        self, value: Callable[[int, Any], Number], *, bounded: bool, has_state: bool = False
    ) -> StartResult | None:
        """Run the starting call. Each search that the starting call makes returns `value(position number, depth)`.

        If `bounded` is set, a search whose value is outside its window returns the nearest bound instead. Returns None
        if the starting call fails, or if the runs take too long.
        """
        if self._time.is_over:
            return None
        game, program, numbers = self.game, self.game.program, dict[Hashable, int]()
        given: set[Any] = set()  # absolute values
        searched: list[Hashable] = []
        depths: list[Any] = []
        windows: list[Any] = []
        last: dict[str, Any] = {}  # the arguments of the last call
        makes_first, self.bounded = game.start_names_move, False  # the function of this call is treated like a driver

        def answered(call: HookedCall) -> Any:
            nonlocal makes_first, last
            if makes_first:
                makes_first = False
                return call.opened().make()
            if len(depths) >= MOST_CALLS:  # the starting call searches again and again
                raise TooManyCallsError
            searched.append(game.watched.parts.key(call))
            depths.append(call.depth)
            windows.append(call.window if call.takes.has_window else None)
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
        found = result_of_start(program, {**program.given, **last}, given, has_state=has_state)
        return found._replace(searched=tuple(searched), depths=tuple(depths), windows=tuple(windows))

    def _value_of(self, shares: Sequence[float], earlier: Random | None) -> Callable[[int, Any], Number]:
        drawn: dict[tuple[int, Any], Number] = {}

        def value(nth: int, depth: Any) -> Number:
            if earlier is not None and depth != self._last:
                return drawn.setdefault((nth, depth), earlier.choice(SHARES) * earlier.choice((1, -1)) * self.most)
            return shares[nth] * self.most if nth < len(shares) else 0

        return value


def _variables_of_caller() -> dict[str, Hashable]:
    """Return fingerprints of the local variables of the user's function that has just called the search."""
    frame: FrameType | None = sys._getframe()  # noqa: SLF001  # inspect reads source files for each frame
    while frame is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    if frame is None or frame.f_locals is frame.f_globals:
        return {}
    return {name: fingerprint(held) for name, held in frame.f_locals.items()}


def _clamped(call: HookedCall, value: Number) -> Number:
    """Return the value or, if the value is outside the window of the call, the nearest bound."""
    if not call.takes.has_window:
        return value
    alpha, beta = call.window
    clamped: Number = min(max(value, alpha), beta) if is_number(alpha) and is_number(beta) and alpha < beta else value
    return clamped
