"""Find a transposition table that confuses positions, so that a search returns the value of a different position.

A correct table can use one entry for two symmetric positions. A result only counts as wrong if a search with an empty
table returns a different result. All windows are full, so every table entry is exact, not just a bound.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final, NoReturn, Self, TypeAlias

from prunecheck.errors import sentences
from prunecheck.subjects.own_game.hooks.answers import Place, is_number, snapshot, value_or_none
from prunecheck.subjects.own_game.hooks.call_text import call_in_words, part_in_words
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.position_text import call_with_parts
from prunecheck.subjects.own_game.hooks.random_numbers import random_state, same_random
from prunecheck.subjects.own_game.hooks.recorder import EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.hooks.search_tables import SearchTables
from prunecheck.subjects.own_game.recording.call_tree import MOST_CALLS
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.subjects.source.keys import address_in_key
from prunecheck.trees.values import show

REMEDY: Final = "make the key from the contents of the object"
_PositionAndDepth: TypeAlias = tuple[Hashable, Any]
SECONDS: Final = 0.8  # seconds of computing for each of the two runs


class WrongEntry(str):
    """The text that reports a bug: the search takes a position's value from the table entry of another position.

    `lines` shows the position with the wrong value and, if it is known, the position to which the table entry belongs.
    """

    __slots__ = ("lines",)
    lines: tuple[str, ...]

    def __new__(cls, words: str, lines: tuple[str, ...] = ()) -> Self:
        """Make the text `words`, with the lines that show the positions."""
        made = super().__new__(cls, words)
        made.lines = lines
        return made


def wrong_entries(watched: Watched, places: Mapping[str, Place]) -> Iterator[WrongEntry]:
    """Yield a bug if, in the starting call, the table returns a wrong value for a position.

    A value only counts as wrong if no earlier call searched its position to the same depth or deeper. For each
    function, `places` says which item of its return value is the game value. By default, the game value is the whole
    return value.
    """
    program = watched.program
    before = random_state()
    values = _values_alone(watched, places)
    if not values:
        return
    together = _TogetherGuide(watched, values, places)
    program.attempt(together.call, seconds=RUN_SECONDS)
    program.forget()
    if together.wrong and (program.recorder.restores_random or same_random(before, random_state())):
        lines = together.lines
        if together.other is not None:
            again = _TogetherGuide(watched, values, places, describe=together.other)
            program.attempt(again.call, seconds=RUN_SECONDS)
            program.forget()
            lines += again.other_lines
        why = address_in_key(program.source)
        named = f"{together.wrong} in {part_in_words(together.table)}" if together.table else together.wrong
        yield WrongEntry(sentences(named, why and f"{why}; {REMEDY}"), lines)


def address_notes(watched: Watched) -> Iterator[str]:
    """Yield a note if table keys are made from memory addresses, which differ from run to run and are reused."""
    why = address_in_key(watched.program.source) if watched.identity.across else ""
    if why:
        yield f"`{watched.program.name}` keeps a table, and {why}; {REMEDY}"


def _keys(watched: Watched) -> Callable[[HookedCall], _PositionAndDepth]:
    """Make a function that returns a call's position and depth.

    If the returned function is used too often, or for too long, it raises TooManyCallsError.
    """
    left, time = MOST_CALLS, ComputingTime(SECONDS)

    def key(call: HookedCall) -> tuple[Hashable, Any]:
        nonlocal left
        left -= 1
        if left < 0 or time.is_over:
            raise TooManyCallsError
        return watched.identity.key(call), watched.identity.depth(call)

    return key


def _made(call: HookedCall) -> Any:
    """Run a call with the full window.

    If the window is stored in attributes, restore these attributes afterwards, because the call may have changed them.
    """
    answer = call.opened().make()
    call.open_attributes()
    return answer


def _values_alone(watched: Watched, places: Mapping[str, Place]) -> dict[_PositionAndDepth, Any]:
    """Search each position once at each depth, with empty tables, and return the values by position and depth."""
    values: dict[_PositionAndDepth, Any] = {}
    answers: dict[_PositionAndDepth, Any] = {}
    memory, key_of = watched.search_tables(), _keys(watched)

    def alone(call: HookedCall) -> Any:
        """Run a call with empty tables.

        If the position was searched to the same depth before, return the result of the earlier call.
        """
        key = key_of(call)
        if key not in answers:
            memory.forget(call)
            answers[key] = snapshot(_made(call))
            values[key] = value_or_none(answers[key], places.get(call.name))
        return snapshot(answers[key])

    watched.program.attempt(alone, seconds=RUN_SECONDS)
    watched.program.forget()
    return values


class _TogetherGuide:
    """Runs the search without emptying its tables. `wrong` describes the first wrong result that comes from a table.

    A result is wrong if the call returns another result, the right one, after a table is emptied. `table` is the name
    of the table that was emptied, or "" for a function's cache. A result that an earlier, deeper call returned does not
    count as wrong, because the table may allow entries from deeper searches. A result that an earlier call for the same
    position returned does not count as wrong, either.

    The wrong value may belong to a different position. If an earlier call returned the value for a different position,
    `other` is the position and depth of this call; otherwise, `other` is None. `lines` shows the call with the wrong
    result. If `describe` is a position and depth, `other_lines` shows the first call with this position and depth.
    """

    def __init__(
        self,
        watched: Watched,
        values: Mapping[_PositionAndDepth, Any],
        places: Mapping[str, Place],
        *,
        describe: _PositionAndDepth | None = None,
    ) -> None:
        self.wrong, self.table = "", ""
        self.lines, self.other_lines = tuple[str, ...](), tuple[str, ...]()
        self.other: _PositionAndDepth | None = None
        self._watched, self._values, self._places, self._describe = watched, values, places, describe
        self._key = _keys(watched)
        self._begun: dict[Hashable, list[Any]] = {}  # position -> the depths of the earlier calls
        self._returned: dict[Hashable, list[Any]] = {}  # position -> the values that earlier calls returned
        self._inside: list[tuple[Any, list[Any]]] = []  # for each running call: its depth, its children's depths
        self._counts_up = self._repeats = False
        self._entries: dict[Any, list[_PositionAndDepth]] = {}  # value -> the earlier calls that have this value

    def call(self, call: HookedCall, /) -> Any:
        """Run a call, and compare its result with that of a search with empty tables."""
        key = self._key(call)
        if self._repeats:
            return _made(call)
        position, depth = key
        begun = list(self._begun.setdefault(position, []))
        self._begun[position].append(depth)
        if self._inside:
            above, made = self._inside[-1]
            made.append(depth)
            self._counts_up |= is_number(above) and is_number(depth) and above < depth
        made = list[Any]()
        self._inside.append((depth, made))
        words = self._in_words(call) if key == self._describe and not self.other_lines else ""
        try:
            answer = _made(call)
        finally:
            self._inside.pop()
        found = value_or_none(answer, self._places.get(call.name))
        if words:
            self.other_lines = (f"entry   {words}  returned {show(found)}",)
        if made:
            self._entries.setdefault(found, []).append(key)
        elif self._is_wrong(found, key, begun):
            self._find_table(call, key, found)
        self._returned.setdefault(position, []).append(found)
        return answer

    def _is_wrong(self, found: Any, key: _PositionAndDepth, begun: list[Any]) -> bool:
        """True if the return value `found` of a call is wrong, and may come from the table entry of another position.

        The call made no recursive calls; `key` is its position and depth. `begun` contains the depths of the
        earlier calls for the same position.
        """
        expected, (position, depth) = self._values.get(key), key
        if None in (expected, found) or found == expected or self._is_of_deeper(found, depth):
            return False
        if not begun:
            return True
        only_shallower = all(self._is_deeper(depth, earlier) for earlier in begun)
        known = found in self._returned.get(position, [])
        return only_shallower and not known and self._other(found, key) is not None

    def _find_table(self, call: HookedCall, key: _PositionAndDepth, found: Any) -> NoReturn:
        """Find the table that causes a wrong result: empty one table after the other, and repeat the call each time.

        If the result stays wrong, no table is the cause, and `wrong` stays empty.

        Raises: EnoughError in any case, to end the run.
        """
        words, self._key = self._in_words(call), _keys(self._watched)
        ordering = self._watched.opened.ordering_tables
        tables = sorted(self._watched.tables, key=lambda name: (name in ordering, name))
        self._repeats = True
        for table in ("", *tables):  # caches are always emptied
            SearchTables(self._watched.program, frozenset({table} - {""})).forget(call)
            if value_or_none(_made(call), self._places.get(call.name)) == self._values[key]:
                self.wrong = (
                    f"wrong value: got {show(found)}, expected {show(self._values[key])}, for `{call_in_words(call)}`: "
                    "the search takes this value from the table entry of another position"
                )
                self.table, self.lines, self.other = (
                    table,
                    (f"call    {words}  returned {show(found)} (wrong)",),
                    self._other(found, key),
                )
                break
        raise EnoughError

    def _in_words(self, call: HookedCall) -> str:
        return call_with_parts(call, self._watched.parts)

    def _other(self, value: Any, key: _PositionAndDepth) -> _PositionAndDepth | None:
        """Find an earlier call at the same depth that returned `value` for another position.

        Returns the position and depth of this earlier call, or None if there is no such call.
        """
        others = (other for other in self._entries.get(value, []) if other[0] != key[0] and other[1] == key[1])
        return next(others, None)

    def _is_deeper(self, depth: Any, other: Any) -> bool:
        """True if a search to the depth `depth` searches more plies than a search to the depth `other`."""
        return is_number(depth) and is_number(other) and (depth < other if self._counts_up else depth > other)

    def _is_of_deeper(self, value: Any, depth: Any) -> bool:
        """True if an earlier call with a depth greater than `depth` returned `value`."""
        return any(self._is_deeper(other, depth) for _, other in self._entries.get(value, []))
