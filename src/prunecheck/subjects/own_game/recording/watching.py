"""Watch the first recursive calls of a search: their arguments, what they change, and what they do not restore."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from contextlib import suppress
from io import IOBase
from itertools import count, cycle, pairwise, repeat
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError, as_code
from prunecheck.failures import Hang
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.own_game.hooks.answers import LeafAnswers, is_number, snapshot
from prunecheck.subjects.own_game.hooks.fingerprints import SIMPLE, is_reordered, named_parts, parts_of
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Identity, Parts, marks_at, parts_at
from prunecheck.subjects.own_game.hooks.random_numbers import random_state, same_random, seed
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.hooks.search_tables import SearchTables, entries_in, tables_in
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.subjects.source.parameters import words_of

FIRST_CALLS: Final = 300  # this many calls are watched closely, to see what they change
WATCH_SECONDS: Final = 1.0  # CPU seconds after which no more calls are watched, if a leaf was reached
MOST_FIRST_CALLS: Final = 5_000  # most calls before the first leaf returns
FEWEST_LATER: Final = 10  # a container is a constant if it is not changed by this many calls after the first leaf


class PartState(NamedTuple):
    """The state of a variable before or after a call: its fingerprint, its size if it is a container, and its `id`."""

    printed: Hashable
    size: int
    object: int
    is_table: bool


ORDERING_WORDS: Final = frozenset({"history", "killer", "killers"})


class WatchingGuide:
    """Runs the first calls of a search, records what they change, and ends the run after enough calls.

    If `open_windows` is set, each call gets the full window, in which a search should make no cutoffs. `varying` names
    the arguments, variables and attributes that differ between calls. `grew` names the containers that several calls
    share and that became larger during a call. `tables` names those containers in `grew` that are tables or contain
    tables. Dictionaries and sets count as tables, and so do lists of fixed length in which a search fills empty cells.
    A list that becomes longer may just be a log. The tables in `emptied`, if given, are emptied before each call.
    """

    def __init__(self, program: OwnProgram, *, open_windows: bool = False, emptied: SearchTables | None = None) -> None:
        self._open, self._emptied = open_windows, emptied
        self.varying, self.grew, self.tables = set[str](), set[str](), set[str]()
        self.leaves: dict[int, tuple[str, Any]] = {}  # number of a leaf call -> its function and return value
        self.start: dict[str, Hashable] = {}  # part -> its fingerprint at the first call
        self.leaf_answers = LeafAnswers()
        self.stacks: dict[
            str, dict[int, Any]
        ] = {}  # name of a list of number pairs -> call -> its length and the last pair
        self.calls: list[tuple[int, HookedCall]] = []  # the calls, each with the index of its caller
        # the arguments of each call when it was made, in the order of the parameters
        self.arguments: list[dict[str, Any]] = []
        self.parts: list[dict[str, PartState]] = []  # for each call that is watched closely, the state before the call
        self.changed_by: dict[str, set[int]] = {}  # part -> the calls that did not restore it
        self.replaced: set[str] = set()  # parts that some call left with other items, not only in a different order
        # part that is an object -> the attributes that some call did not restore, such as a hash that is stored
        self.left_inside: dict[str, set[str]] = {}
        self._program = program
        self._time = ComputingTime(WATCH_SECONDS)
        self.ended = False  # True if the first call returned
        self.first_leaf = 0
        self._last: dict[str, Hashable] = {}  # part that a call changed -> its last fingerprint
        self._first: dict[str, Hashable] = {}
        self._holders: Counter[tuple[str, int]] = Counter()  # (part, object) -> number of calls that share it
        self._passed: dict[str, set[int]] = {}  # argument -> the objects that calls received
        self._also_passed: dict[str, str] = {}  # part -> the argument that was the same object in a call
        self._no_alias: set[str] = set()  # parts that, in some call, were not the same object as any argument
        self._answered: dict[int, Any] = {}  # the objects in all return values so far, by address
        self.handed_on: set[str] = set()  # arguments that, in some call, were objects from an earlier return value
        self._stack: list[int] = []

    @property
    def ordering_tables(self) -> set[str]:
        """The names of dictionaries that only order moves, such as tables of killer moves or a history table."""
        named = {part for parts in self.parts for part, seen in parts.items() if seen.is_table}
        return {part for part in named if not ORDERING_WORDS.isdisjoint(words_of(part.rpartition(".")[2]))}

    def call(self, call: HookedCall, /) -> Any:
        """Run a call. Record the call's arguments, and what the call changes."""
        nth = len(self.calls)
        enough = nth >= FIRST_CALLS or self._time.is_over
        if nth >= MOST_FIRST_CALLS or (enough and self.leaves):
            raise EnoughError
        if nth == 0:
            self.start = marks_at(self._program, call.enclosing | call.arguments)
        closely = nth < FIRST_CALLS
        self.calls.append((self._stack[-1] if self._stack else -1, call))
        given = call.arguments
        for name, held in given.items():
            self._passed.setdefault(name, set()).add(id(held))
            self.handed_on |= {name} if id(held) in self._answered else set()
        in_order = dict.fromkeys((*call.takes.names, *given))
        self.arguments.append({name: snapshot(given[name]) for name in in_order if name in given})
        before = self._parts(call) if closely else {}
        self._compare_with_first(before)
        passed = {id(held): name for name, held in given.items()}
        in_position = set(map(id, call.position_arguments.values()))
        for part, seen in before.items():
            if seen.object in passed and part not in given:
                self._also_passed[part] = passed[seen.object]
            if part in given or seen.object not in in_position:
                self._no_alias.add(part)
        self.parts += [before] * closely
        self._holders.update((part, seen.object) for part, seen in before.items())
        attributes = (part for name, held in given.items() for part in parts_of(name, held) if "." in part[0])
        for name_of_stack, held in (*self._program.data().items(), *attributes) if closely else ():
            if isinstance(held, list) and held and is_pair(held[-1]):
                self.stacks.setdefault(name_of_stack, {})[nth] = len(held), *held[-1]
        self._stack.append(nth)
        if self._open:
            call = call.opened()
        if self._emptied is not None:
            self._emptied.forget(call)
        try:
            answer = call.make()
        finally:
            self._stack.pop()
        held_parts = answer if isinstance(answer, tuple | list) else [answer]
        self._answered |= {id(part): part for part in held_parts if not isinstance(part, SIMPLE)}
        if nth == len(self.calls) - 1:
            self.first_leaf = self.first_leaf or nth
            self.leaves[nth] = call.name, snapshot(answer)
            self.leaf_answers.leaves.setdefault(*self.leaves[nth])
        else:
            self.leaf_answers.others.setdefault(call.name, snapshot(answer))
        self.ended |= nth == 0
        if closely:
            after = self._parts(call)
            self._compare_with_first(after)
            self._compare(before, after, nth)
        return answer

    def call_whole(self, call: HookedCall, /) -> Any:
        """Run the first call to its end, and record its changes. Later calls are not run, but return recorded results.

        A recording that ends before the first call returns does not show what the first call changes: a variable
        changed by no other call looks like a part of the position. The arguments of two runs are not compared with each
        other, because the starting call may pass the current time as an argument.
        """
        if self._stack:
            return self.leaf_answers.of(call.name)
        before = self._parts(call)
        self._stack.append(0)
        try:
            answer = (call.opened() if self._open else call).make()
        finally:
            self._stack.pop()
        self._compare(before, self._parts(call), 0)
        return answer

    def _parts(self, call: HookedCall) -> dict[str, PartState]:
        """Return the state of all arguments and variables at a call, by name."""
        found: dict[str, PartState] = {}
        for part, held, mark in parts_at(self._program, call.position_arguments):
            if part not in call.takes.no_position:
                tables = tables_in(part, held)
                size = sum(map(entries_in, tables)) if tables else _size(held)
                found[part] = PartState(mark, size, id(held), bool(tables))
        return found

    def _compare_with_first(self, parts: dict[str, PartState]) -> None:
        """Add to `varying` the names of variables whose state differs from their state at the first call."""
        for part, seen in parts.items():
            if self._first.setdefault(part, seen.printed) != seen.printed:
                self.varying.add(part)

    @property
    def aliases(self) -> set[str]:
        """Attributes and variables that, in each call, are the same object as an argument, such as a stored board."""
        return self._also_passed.keys() - self._no_alias

    @property
    def families(self) -> dict[int, list[int]]:
        """For each call, by its index, the indices of the recursive calls that it makes.

        The starting call has the index -1.
        """
        found: dict[int, list[int]] = {}
        for nth, (caller, _) in enumerate(self.calls[: len(self.parts)]):
            found.setdefault(caller, []).append(nth)
        return found

    @property
    def siblings(self) -> list[tuple[int, int]]:
        """The pairs of consecutive calls that one caller makes; each call is given by its number."""
        return [pair for made in self.families.values() for pair in pairwise(made)]

    @property
    def steps(self) -> list[tuple[dict[str, PartState], dict[str, PartState]]]:
        """For each recursive call, the state at the start of its caller, and the state at the start of the call."""
        return [
            (self.parts[caller], self.parts[nth])
            for caller, made in self.families.items()
            for nth in made
            if caller >= 0
        ]

    def positions(self) -> set[str]:
        """Find variables that refer to the same object as an argument, if this object differs from call to call."""
        return {part for part, name in self._also_passed.items() if len(self._passed[name]) > 1}

    def constants(self) -> set[str]:
        """The names of containers that are filled before the first leaf returns, and that do not change afterwards."""
        found: set[str] = set()
        for part in self.grew:
            later = [parts[part].printed for parts in self.parts[self.first_leaf + 1 :] if part in parts]
            if len(later) >= FEWEST_LATER and {*later, self._last[part]} == {later[0]}:
                found.add(part)
        return found

    @property
    def left(self) -> set[str]:
        """The names of the arguments, variables and attributes that at least one call did not restore."""
        return set(self.changed_by)

    def forget_changes_by_leaves(self) -> None:
        """Ignore what leaf calls change, if the callers of the leaves undo the change.

        For example, a leaf call may collect the last stones at the end of the game, either on a copy of the board or on
        a board that the caller restores afterwards.
        """
        callers = {caller for caller, _ in self.calls}
        self.changed_by = {part: calls for part, calls in self.changed_by.items() if not callers.isdisjoint(calls)}

    def forget_changes(self, parts: set[str]) -> None:
        """Delete the records of changes to the variables whose names are in `parts`."""
        for changed in (self.varying, self.grew, self.tables):
            changed.difference_update(parts)
        self.changed_by = {part: calls for part, calls in self.changed_by.items() if part not in parts}

    def _compare(self, before: dict[str, PartState], after: dict[str, PartState], nth: int) -> None:
        for part, seen in after.items():
            if part in before and before[part].printed == seen.printed:
                continue
            self._last[part] = seen.printed
            self.varying.add(part)
            self.changed_by.setdefault(part, set()).add(nth)
            was, now = named_parts(before[part].printed if part in before else None), named_parts(seen.printed)
            changed = {name for name in was.keys() | now.keys() if was.get(name) != now.get(name)}
            self.left_inside.setdefault(part, set()).update(changed)
            if part not in before or not is_reordered(before[part].printed, seen.printed):
                self.replaced.add(part)
            if part in before and seen.size > before[part].size and self._holders[part, seen.object] > 1:
                self.grew.add(part)
                if seen.is_table:
                    self.tables.add(part)


class Watched(NamedTuple):
    """What was observed in the first calls with the program's own windows (`as_called`) and full windows (`opened`).

    `parts` contains the arguments, variables and attributes that differ from position to position and that calls
    restore. If `null_windows` is True, the program only searches in null windows, and has a table. In a wider window, a
    search made for null windows may return a wrong value from a table entry, as Plaat's search for MTD(f) does.
    Therefore, the tables of a search made for null windows are emptied before the search runs in wider windows.
    """

    program: OwnProgram
    as_called: WatchingGuide
    opened: WatchingGuide
    identity: Identity
    parts: Parts
    null_windows: bool = False

    @property
    def leaf_answers(self) -> LeafAnswers:
        """For each function of the search, one return value that was recorded, if possible at a leaf."""
        return self.opened.leaf_answers

    @property
    def left(self) -> set[str]:
        """The names of the variables and attributes that at least one call does not restore."""
        return self.as_called.left | self.opened.left

    @property
    def tables(self) -> frozenset[str]:
        """The names of tables: dictionaries, sets and similar containers to which calls of the search add entries."""
        positions = self.as_called.positions() | self.opened.positions()
        return frozenset((self.as_called.tables | self.opened.tables) - positions)

    def search_tables(self) -> SearchTables:
        """Return the tables of the search, as an object that can empty them."""
        return SearchTables(self.program, self.tables)

    @property
    def left_for_good(self) -> list[str]:
        """The variables that calls with full windows do not restore.

        The list is empty if the search may have a table.
        """
        return [] if self.opened.grew or self.program.has_cache else sorted(self.opened.left)


def shorter(program: OwnProgram) -> str:
    """Return words that ask the user for a faster starting call: with a smaller depth, if it takes a depth."""
    return "one with a smaller depth" if program.recorder.has_depth else "one that ends sooner"


def is_pair(held: Any) -> bool:
    """True for a tuple or list of two numbers."""
    return isinstance(held, tuple | list) and len(held) == 2 and all(map(is_number, held))


def _size(held: Any) -> int:
    return len(held) if isinstance(held, list) else 0


def leave_out_constants(*runs: WatchingGuide) -> None:
    """Ignore changes to a container that is filled before the first leaf, and not changed afterwards in any run.

    A container that is only filled before the first leaf stores results that are computed on first use, not table
    entries. One run is not enough to see which containers change: for example, statistics on cutoffs only change in
    some runs.
    """
    found = set[str]().union(*(run.constants() for run in runs))
    for run in runs:
        found -= run.varying - run.constants()
    for run in runs:
        run.forget_changes(found)


def watch(program: OwnProgram, *, open_windows: bool = False) -> WatchingGuide:
    """Run and watch the first recursive calls of a program, with the program's own windows or with full windows.

    Raises: PreconditionError if the starting call does not call the search. An error in the search is passed on to the
    caller if no call was completed before it, or if `open_windows` is set. With the program's own windows, an error
    after the first completed call is ignored here, and reported later.
    """
    program.module()  # this may import numpy
    seed()
    before = random_state()
    guide = WatchingGuide(program, open_windows=open_windows)
    try:
        program.run(guide.call)
    except EnoughError:
        pass
    except Exception as error:
        if not guide.leaves and isinstance(error, SubjectError) and isinstance(error.failure, Hang):
            if not guide.calls:
                raise PreconditionError(
                    f"the starting call `{program.start}` cannot be recorded: it does not call "
                    f"{' or '.join(map(as_code, program.functions))} within {program.seconds:g} s; "
                    f"give {shorter(program)}, or allow more with --seconds"
                ) from None
            guide = WatchingGuide(program, open_windows=open_windows)
            with suppress(EnoughError):
                program.run(guide.call, seconds=RUN_SECONDS)
        elif open_windows or not guide.leaves:
            raise
    if guide.leaves and not guide.ended:
        program.attempt(guide.call_whole)
        program.forget()
    guide.forget_changes_by_leaves()
    program.recorder.restores_random |= not same_random(before, random_state())
    called = {call.name for _, call in guide.calls}
    if not called or (program.name in program.functions and program.name not in called):
        missing = " or ".join(map(as_code, [program.name] if called else program.functions))
        raise PreconditionError(
            f"the starting call `{program.start}` does not call {missing}; give a starting call that calls the search"
        )
    _check_no_iterators(guide)
    return guide


def watch_alone(program: OwnProgram, tables: Collection[str]) -> WatchingGuide | None:
    """Watch the first calls of a program with full windows, with its tables emptied before each call.

    Returns None if the search fails.
    """
    guide = WatchingGuide(program, open_windows=True, emptied=SearchTables(program, frozenset(tables)))
    done = program.attempt(guide.call)
    program.forget()
    return guide if done else None


def _check_no_iterators(seen: WatchingGuide) -> None:
    """Check that no argument is an iterator, because a call that reads an iterator to its end cannot be repeated."""
    for _, call in seen.calls:
        for name, held in call.arguments.items():
            if isinstance(held, Iterator) and not isinstance(held, IOBase | count | cycle | repeat):
                raise PreconditionError(
                    f"`{call.name}` takes an iterator as `{name}`, which can only be read once, so prunecheck cannot "
                    "repeat its calls; pass a list or tuple"
                )
