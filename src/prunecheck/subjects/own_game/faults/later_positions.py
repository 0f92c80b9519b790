"""Play some sequences of moves to the end of the game, to see what the search returns and changes near the end.

A recording of a search's calls only contains the first plies of the game. To see later plies, the search also runs on
each position of some move sequences. When the search runs on a position of a move sequence, it gets the depth argument
of the first call. If the depth counts up from 0, the search gets the depth argument of the second call on all later
positions, because only the first call may have the depth 0. In a position outside the chosen move sequences, a
recursive call is not run, but returns a result recorded earlier.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number, numbers_in, snapshot
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import marks_at
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.subjects.source.parameters import is_named

LINES: Final = 30
LINE_SECONDS: Final = 0.5  # seconds of computing for all lines
MOST_PLIES: Final = 60
MOST_PLACES: Final = 3  # for each part, at most this many calls that leave it changed are examined
# a line only chooses among this share of the moves, those made first, because later positions may have fewer moves
EARLY: Final = 0.7


@dataclass(slots=True)
class Later:
    """What a search returned in positions late in the game, and which variables it did not restore there.

    `values` lists the calls that returned a value which none of their recursive calls returned, not even with the
    opposite sign. Each of these calls is listed as a pair of its function and its return value. `left` names the
    variables and attributes of the program that calls did not restore.
    """

    values: list[tuple[str, Any]] = field(default_factory=list)
    left: set[str] = field(default_factory=set)


def play_lines(watched: Watched, moves: int) -> Later:
    """Play several move sequences from the position of the starting call. This position has `moves` legal moves.

    The values of positions on the move sequences are not judged. A source line that only runs in positions on the move
    sequences does not count as checked.
    """
    found, time = Later(), ComputingTime(LINE_SECONDS)
    places: dict[str, list[tuple[int, int]]] = {}  # part -> the lines and plies in which a call left it changed
    belongs_to_caller: set[str] = set()
    with watched.program.recorder.ignores_code():
        for nth in range(LINES):
            if time.is_over:
                break
            guide = _LineGuide(watched, nth, moves)
            watched.program.attempt(guide.call)  # the search may fail if the other moves have invented values
            found.values += guide.values
            belongs_to_caller |= guide.belongs_to_caller
            for part, ply in guide.left.items():
                places.setdefault(part, []).append((nth, ply))
        found.left = {
            part
            for part, left in places.items()
            if part in belongs_to_caller or any(_matters(watched, part, *place, moves) for place in left[:MOST_PLACES])
        }
    watched.program.forget()
    return found


def _matters(watched: Watched, part: str, nth: int, ply: int, moves: int) -> bool:
    """True if a change that one call made to the variable or attribute `part` is visible to later calls.

    The call that made the change is at `ply` of move sequence number `nth`. Returns False if this call got a copy of
    the variable or attribute, or if callers reset or refill the variable or attribute before each call.
    """
    seen = []
    for plies in (MOST_PLIES, ply):
        guide = _LineGuide(watched, nth, moves, plies=plies, watched_plies=ply)
        watched.program.attempt(guide.call)
        seen.append([state.get(part) for state in guide.passed])
    return any(one != two for one, two in zip(*seen, strict=False))


def _unordered(printed: Hashable) -> Hashable:
    """Make a fingerprint that does not depend on the order of objects in lists.

    The order of numbers and strings in lists still matters.
    """
    if isinstance(printed, frozenset):
        return frozenset(map(_unordered, printed))
    if not isinstance(printed, tuple):
        return printed
    items = tuple(map(_unordered, printed))
    return frozenset(Counter(items).items()) if all(isinstance(item, tuple) for item in printed) else items


def _is_mark(part: str, held: Hashable) -> bool:
    """True for a bool that is not the side to move, such as a flag that says whether the last move completed a box."""
    return isinstance(held, bool) and not is_named(part.rpartition(".")[2], Role.MAXIMISING)


@dataclass(slots=True)
class _Frame:
    """A call that is still running, for a position on the move sequence that is being played.

    The running call has made `count` recursive calls so far. The recursive call for the next position of the move
    sequence has the number `chosen`.

    `given` contains the running call's arguments. `sizes` contains the absolute values of the numbers that the
    recursive calls of the running call returned.
    """

    chosen: int
    given: dict[str, Any]
    count: int = 0
    sizes: set[Any] = field(default_factory=set)


class _LineGuide:
    """Runs the calls on move sequence number `nth`, down to ply `plies`, with full windows.

    Recursive calls for positions outside the move sequence are not run, but return results recorded earlier.

    `values` lists the calls that returned a value which none of their recursive calls returned, as pairs of function
    and return value. `left` maps each changed variable or attribute to the ply of the first call that did not restore
    it. `belongs_to_caller` names the changed attributes of objects that the caller uses, too. Changes at the end of the
    game are ignored. `passed` contains the program's state at the start of each call down to ply `watched_plies`.
    """

    def __init__(
        self, watched: Watched, nth: int, moves: int, *, plies: int = MOST_PLIES, watched_plies: int = -1
    ) -> None:
        self.values: list[tuple[str, Any]] = []
        self.left: dict[str, int] = {}
        self.belongs_to_caller: set[str] = set()
        self.passed: list[dict[str, Hashable]] = []
        self._watched, self._moves, self._plies, self._watched_plies = watched, moves, plies, watched_plies
        self._random = Random(nth)  # noqa: S311  # not for security
        self._stack: list[_Frame] = []
        self._tops = 0
        self._depth: Any = None

    def call(self, call: HookedCall, /) -> Any:
        """Run a call if it is on the move sequence.

        For a call that is not on the move sequence, return a result recorded earlier.
        """
        if len(self._stack) <= self._watched_plies:
            self.passed.append(self._held(call))
        answer = self._run(call) if self._is_on_line() else self._watched.leaf_answers.of(call.name)
        if self._stack:
            self._stack[-1].sizes.update(map(abs, numbers_in(answer)))
        return answer

    def _run(self, call: HookedCall) -> Any:
        if call.takes.depth:
            depths = call.depth, self._depth
            counts_up = len(self._stack) == 1 and all(map(is_number, depths)) and depths[0] > depths[1]
            if not self._stack or counts_up:  # if the depth counts up, only the whole search has the depth 0
                self._depth = call.depth
            else:
                call = call.with_argument(call.takes.depth, self._depth)
        before, given = self._held(call), call.position_arguments
        above = self._stack[-1].given if self._stack else {}
        frame = _Frame(self._random.randrange(max(1, round(EARLY * self._moves))), given)
        self._stack.append(frame)
        try:
            answer = call.opened().make()
        finally:
            self._stack.pop()
        if not frame.sizes or not frame.sizes.issuperset(map(abs, numbers_in(answer))):
            self.values.append((call.name, snapshot(answer)))
        if self._stack:  # the first call may set what the program reads after the search
            after, variables = self._held(call), list(self._watched.program.data().values())
            for part in [part for part in before if after.get(part) != before[part]]:
                self.left.setdefault(part, len(self._stack))
                owner = part.partition(".")[0]
                is_callers = owner not in given or (
                    given[owner] is above.get(owner) and not any(given[owner] is variable for variable in variables)
                )
                if is_callers and frame.count and not _is_mark(part, before[part]):
                    self.belongs_to_caller.add(part)
        return answer

    def _is_on_line(self) -> bool:
        if not self._stack:
            self._tops += 1
            return self._tops == 1
        frame = self._stack[-1]
        frame.count += 1
        return frame.count - 1 == frame.chosen and len(self._stack) < self._plies

    def _held(self, call: HookedCall) -> dict[str, Hashable]:
        """Return fingerprints of the variables and attributes that a call must restore, by name.

        A call must restore everything that the search's first calls restored, and all arguments that the first calls
        did not change.
        """
        watched, arguments = self._watched, call.position_arguments
        held = marks_at(watched.program, arguments)
        names = watched.parts.names | (arguments.keys() - watched.left)
        return {part: _unordered(mark) for part, mark in held.items() if part in names}
