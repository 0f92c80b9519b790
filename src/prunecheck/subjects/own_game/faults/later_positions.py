"""Play some lines of moves to the end of the game, to find out what a search returns and changes in later positions.

A recording only contains the first plies. Here, each position along a line of moves is searched with the depth of the
starting call. Calls for all other positions are replaced by sample results.
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
from prunecheck.subjects.own_game.hooks.state import attributes, parts_of
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.subjects.source.parameters import is_named

LINES: Final = 30
LINE_SECONDS: Final = 0.5  # seconds of computing for all lines
MOST_PLIES: Final = 60
_UNCHANGING: Final = (str, bytes, bool, tuple, frozenset, type(None))
# a line only chooses among this share of the moves, those made first, because later positions may have fewer moves
EARLY: Final = 0.7


@dataclass(slots=True)
class Later:
    """What a search returned in later positions, and what it did not restore there.

    `values` lists each call that returned a value which none of its own calls had returned, as a pair of its function
    and its return value. `left` contains the parts of the state that calls did not restore.
    """

    values: list[tuple[str, Any]] = field(default_factory=list)
    left: set[str] = field(default_factory=set)


def play_lines(watched: Watched, moves: int) -> Later:
    """Play several lines of moves from the position of the starting call, which has `moves` moves.

    Lines of source code that only make calls here do not count as checked, because these positions are not judged.
    """
    found, time = Later(), ComputingTime(LINE_SECONDS)
    called_from = set(watched.program.recorder.called_from)
    left: dict[str, tuple[int, int]] = {}  # part -> the first line and ply in which it was left changed
    unsure: set[str] = set()
    for nth in range(LINES):
        if time.is_over:
            break
        guide = _LineGuide(watched, found, nth, moves)
        _play(watched, guide)
        left |= {part: (nth, ply) for part, ply in guide.left.items() if part not in left}
        unsure |= guide.unsure
    found.left = {part for part, place in left.items() if part not in unsure or _matters(watched, *place, moves)}
    watched.program.recorder.called_from = called_from
    watched.program.forget()
    return found


def _play(watched: Watched, guide: "_LineGuide") -> None:
    watched.program.attempt(guide.call)  # the search may fail if the other moves have invented values


def _matters(watched: Watched, nth: int, ply: int, moves: int) -> bool:
    """True if the changes that a call at this ply leaves behind affect what its caller passes to later calls.

    They have no effect, for example, if the caller fills a global list again for each call, or resets a flag that a
    finished game has set.
    """
    seen = []
    for plies in (MOST_PLIES, ply):
        guide = _LineGuide(watched, Later(), nth, moves, plies=plies, watched_ply=ply)
        _play(watched, guide)
        seen.append(guide.passed)
    return seen[0] != seen[1]


def _unordered(printed: Hashable) -> Hashable:
    """Remove the order of objects in lists from a fingerprint. The order of numbers and strings is kept."""
    if isinstance(printed, frozenset):
        return frozenset(map(_unordered, printed))
    if not isinstance(printed, tuple):
        return printed
    items = tuple(map(_unordered, printed))
    return frozenset(Counter(items).items()) if all(isinstance(item, tuple) for item in printed) else items


@dataclass(slots=True)
class _Frame:
    """A running call on the line of moves.

    It has made `count` calls so far, and its call number `chosen` continues the line.

    `given` contains the call's arguments. `sizes` contains the absolute values of the numbers that its own calls
    returned.
    """

    chosen: int
    given: dict[str, Any] = field(default_factory=dict)
    count: int = 0
    sizes: set[Any] = field(default_factory=set)

    def add(self, answer: Any) -> None:
        """Record the numbers in a result that this call received from one of its own calls."""
        self.sizes.update(map(abs, numbers_in(answer)))


def _objects_in(held: Any) -> list[int]:
    """Return the ids of the objects in a list of objects, for example of moves that store what to undo.

    The result is empty for any other argument.
    """
    items = held if isinstance(held, list | tuple) else ()
    return [id(item) for item in items] if all(any(True for _ in attributes(item)) for item in items) else []


def _is_shared(part: str, given: dict[str, Any], above: dict[str, Any]) -> bool:
    """True if a call received the same object as its caller for this part, and not a copy."""
    name = part.partition(".")[0]
    return name not in given or not _containers({name: given[name]}).isdisjoint(_containers(above))


def _containers(arguments: dict[str, Any]) -> set[int]:
    """Return the ids of all mutable objects in these arguments."""
    parts = [
        (part, held) for name, whole in arguments.items() for part, held in ((name, whole), *parts_of(name, whole))
    ]
    return {id(held) for _, held in parts if not isinstance(held, _UNCHANGING) and not is_number(held)}


def _is_mark(part: str, held: Hashable) -> bool:
    """True for a bool that does not show who moves, for example whether the last move completed a box."""
    return isinstance(held, bool) and not is_named(part.rpartition(".")[2], Role.MAXIMISING)


class _LineGuide:
    """Runs the calls on one line of moves, with full windows; all other calls are replaced by sample results."""

    def __init__(
        self, watched: Watched, found: Later, nth: int, moves: int, *, plies: int = MOST_PLIES, watched_ply: int = -1
    ) -> None:
        """Prepare to play line number `nth`, which ends after `plies` plies.

        The states in which calls at `watched_ply` begin are stored.
        """
        self.left: dict[str, int] = {}  # part -> the ply at which it was left changed
        # parts in `left` that are variables of the module, or that only finished games leave changed
        self.unsure: set[str] = set()
        self.passed: list[Hashable] = []
        self._watched, self._found, self._moves = watched, found, moves
        self._random = Random(nth)  # noqa: S311  # not for security
        self._plies, self._watched_ply = plies, watched_ply
        self._stack: list[_Frame] = []
        self._tops = 0
        self._depth: Any = None

    def call(self, call: HookedCall, /) -> Any:
        """Run a call that is on the line of moves. Replace any other call by a sample result."""
        if len(self._stack) == self._watched_ply:
            self.passed.append(frozenset(self._held(call).items()))
        if not self._is_on_line():
            answer = self._watched.leaf_answers.of(call.name)
            if self._stack:
                self._stack[-1].add(answer)
            return answer
        if call.takes.depth:
            if self._stack:
                call = call.with_argument(call.takes.depth, self._depth)
            else:
                self._depth = call.depth
        before = self._held(call)
        given = call.position_arguments
        above = self._stack[-1].given if self._stack else {}
        items = {name: _objects_in(held) for name, held in given.items() if held is not above.get(name)}
        frame = _Frame(self._random.randrange(max(1, round(EARLY * self._moves))), given)
        self._stack.append(frame)
        try:
            answer = call.opened().make()
        finally:
            self._stack.pop()
        self._moves = max(1, frame.count)
        if not frame.sizes or not frame.sizes.issuperset(map(abs, numbers_in(answer))):
            self._found.values.append((call.name, snapshot(answer)))
        if not self._stack:  # the first call, which may set what the program reads after the search
            return answer
        self._stack[-1].add(answer)
        after = self._held(call)
        moves = {name for name, held in items.items() if held and held == _objects_in(given[name])}
        left = {part for part in before if after.get(part) != before[part] and not _is_mark(part, before[part])}
        variables = list(self._watched.program.data().values())
        for part in left - moves:
            if _is_shared(part, given, above):
                is_variable = any(given.get(part) is variable for variable in variables)
                if part not in self.left and (not frame.count or is_variable):
                    self.unsure.add(part)
                elif frame.count and not is_variable:
                    self.unsure.discard(part)
                self.left.setdefault(part, len(self._stack))
        return answer

    def _is_on_line(self) -> bool:
        if not self._stack:
            self._tops += 1
            return self._tops == 1
        frame = self._stack[-1]
        frame.count += 1
        return frame.count - 1 == frame.chosen and len(self._stack) < self._plies

    def _held(self, call: HookedCall) -> dict[str, Hashable]:
        """The state that a call must restore: what the first calls restore, and arguments that they do not change."""
        watched, arguments = self._watched, call.position_arguments
        held = marks_at(watched.program, arguments)
        names = watched.parts.names | (arguments.keys() - watched.left)
        return {part: _unordered(mark) for part, mark in held.items() if part in names}
