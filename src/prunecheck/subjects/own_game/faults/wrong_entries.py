"""Find a transposition table that confuses positions, so that a search returns the value of a different position.

A correct table can use one entry for two symmetric positions. A result only counts as wrong if a search with an empty
table returns a different result. All windows are full, so every table entry is exact, not just a bound.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final

from prunecheck.errors import sentences
from prunecheck.subjects.own_game.hooks.answers import Place, is_number, snapshot, value_or_none
from prunecheck.subjects.own_game.hooks.call_text import call_in_words, part_in_words
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.random_numbers import random_state, same_random
from prunecheck.subjects.own_game.hooks.recorder import EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.recording.call_tree import MOST_CALLS
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.subjects.source.keys import address_in_key
from prunecheck.trees.values import show

REMEDY: Final = "make the key from the contents of the object"
SECONDS: Final = 0.8  # seconds of computing for each of the two runs


class WrongEntry(str):
    """The text that reports a bug: the search takes a position's value from the table entry of another position."""

    __slots__ = ()


def wrong_entries(watched: Watched, places: Mapping[str, Place]) -> Iterator[WrongEntry]:
    """Yield a bug if, in the starting call, the table returns a wrong value for a position not searched before.

    For each function, `places` says which item of its return value is the game value. By default, the game value is the
    whole return value.
    """
    program, tables = watched.program, watched.tables
    before = random_state()
    values = _values_alone(watched, places)
    if not values:
        return
    together = _TogetherGuide(watched, values, places)
    program.attempt(together.call, seconds=RUN_SECONDS)
    program.forget()
    if together.wrong and (program.recorder.restores_random or same_random(before, random_state())):
        why = address_in_key(program.source)
        table = " or ".join(map(part_in_words, sorted(tables)))
        named = f"{together.wrong} in {table}" if table else together.wrong
        yield WrongEntry(sentences(named, why and f"{why}; {REMEDY}"))


def address_notes(watched: Watched) -> Iterator[str]:
    """Yield a note if table keys are made from memory addresses, which differ from run to run and are reused."""
    why = address_in_key(watched.program.source) if watched.identity.across else ""
    if why:
        yield f"`{watched.program.name}` keeps a table, and {why}; {REMEDY}"


def _keys(watched: Watched) -> Callable[[HookedCall], tuple[Hashable, Any]]:
    """Make a function that returns a call's position and depth.

    The function made here also counts how often it is used, and raises TooManyCallsError after too many uses.
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


def _values_alone(watched: Watched, places: Mapping[str, Place]) -> dict[tuple[Hashable, Any], Any]:
    """Search each position once at each depth, with empty tables, and return the values by position and depth."""
    values: dict[tuple[Hashable, Any], Any] = {}
    answers: dict[tuple[Hashable, Any], Any] = {}
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
    """Runs all calls while tables keep their entries. `wrong` describes the first wrong result for a new position.

    A result does not count as wrong if an earlier, deeper call returned it, because the table may allow entries from
    deeper searches.
    """

    def __init__(
        self, watched: Watched, values: Mapping[tuple[Hashable, Any], Any], places: Mapping[str, Place]
    ) -> None:
        self.wrong = ""
        self._key, self._values, self._places = _keys(watched), values, places
        self._begun = set[Hashable]()
        self._inside: list[tuple[Any, list[Any]]] = []  # for each running call: its depth, its children's depths
        self._counts_up = False
        self._entries: dict[Any, list[Any]] = {}  # value -> the depths of earlier calls that have this value

    def call(self, call: HookedCall, /) -> Any:
        """Run a call, and compare its result with that of a search with empty tables."""
        key = self._key(call)
        new = key[0] not in self._begun
        self._begun.add(key[0])
        depth = key[1]
        if self._inside:
            above, made = self._inside[-1]
            made.append(depth)
            self._counts_up |= is_number(above) and is_number(depth) and above < depth
        words = call_in_words(call) if new else ""
        made = list[Any]()
        self._inside.append((depth, made))
        try:
            answer = _made(call)
        finally:
            self._inside.pop()
        expected, found = self._values.get(key), value_or_none(answer, self._places.get(call.name))
        if made:
            self._entries.setdefault(found, []).append(depth)
        elif new and None not in (expected, found) and found != expected and not self._is_of_deeper(found, depth):
            self.wrong = (
                f"wrong value: got {show(found)}, expected {show(expected)}, for `{words}`: the search takes this "
                "value from the table entry of another position"
            )
            raise EnoughError
        return answer

    def _is_of_deeper(self, value: Any, depth: Any) -> bool:
        """True if an earlier call with a greater depth returned the same value."""
        depths = self._entries.get(value, []) if is_number(depth) else []
        return any(is_number(plies) and (plies < depth if self._counts_up else plies > depth) for plies in depths)
