"""Find out whether the changes that a search leaves behind affect later searches."""

import ast
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, NamedTuple

from prunecheck.error_frames import told_with_place
from prunecheck.errors import PrunecheckError, quantity
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.own_game.faults.unrestored import (
    Unrestored,
    calls_that_leave_changes,
    not_restored_for_siblings,
    restored_by_callers,
    stays_for_siblings,
)
from prunecheck.subjects.own_game.hooks.answers import is_number, numbers_in, places, with_value
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL, fingerprint
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.parts import Parts, marks_at
from prunecheck.subjects.own_game.hooks.recorder import ControlError, EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.recording.call_tree import RecordingGuide
from prunecheck.subjects.own_game.recording.first_line import FirstLineGuide
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.subjects.source.syntax import definitions

PLIES_TWICE: Final = 6  # two searches of one position are compared to at most this many plies
MOST_TWICE: Final = 3  # this many of the calls below the first one are made twice
PART: Final = 63 / 128  # adding this to a whole number makes a fraction, unless the number is large
SECONDS_TWICE: Final = 1.0  # seconds of computing for each of the two searches
PLIES: Final = 3  # number of callers to examine: the first call, its first child, and so on
FEWEST: Final = 3  # a number that grows this often from call to call is a counter


def pollution(watched: Watched, most_plies: int | None) -> Iterator[str]:
    """Yield a bug if a search leaves changes behind that affect a second search of the same position.

    The first and the second search have at most `most_plies` plies. If the second search finds a different value, both
    searches are repeated. A different value only counts as a bug if it occurs again, because the clock can change a
    value once. A call may leave its position changed if each caller passes a copy of the position, or restores the
    position itself.
    """
    left = watched.left_for_good or _nonlocals(watched)
    if not left or restored_by_callers(watched.opened, left):
        return
    plies = min(most_plies or PLIES_TWICE, PLIES_TWICE)
    guide, what = _searched_twice(watched, plies, 0)
    watched.program.has_hidden_table = guide.makes_no_calls and (
        guide.is_counted or _remembers_its_value(watched, guide.answers[0])
    )
    if guide.sees_another_game and watched.program.has_hidden_table:
        what = ""
    if what and not (guide.takes_another_way and _changes_no_sibling(watched, left)):
        yield Unrestored(left, effect=f"a second search of the same position {what}")
        return
    for nth in sorted(calls_that_leave_changes(watched.opened, left))[:MOST_TWICE] if not what else ():
        guide, later = _searched_twice(watched, plies, nth)
        # a whole search may restore what its calls change, such as the side to move
        if later and not (guide.takes_another_way and not stays_for_siblings(watched.opened, nth, left)):
            yield Unrestored(left, effect=f"a second search of a later position {later}")
            return
    siblings = [(nth, [part]) for nth, part in not_restored_for_siblings(watched.opened, left).items()]
    copies = [(ply, left) for ply in range(1, PLIES) if _copies_share(_passed(watched, ply, runs=False), left)]
    for nth, parts in (*siblings, *copies) if not what else ():  # on the first line, call number n is n plies down
        _, later = _searched_twice(watched, plies, nth)
        if later:
            yield Unrestored(parts, effect=f"a second search of a later position {later}")
            return


def _searched_twice(watched: Watched, plies: int, nth: int) -> "tuple[_TwiceGuide, str]":
    """Search the position of call number `nth` twice; return both results, and a text on what was different."""
    guides = [_TwiceGuide(watched, plies, nth) for _ in range(2)]
    for twice_guide in guides:
        try:
            with suppress(EnoughError, TooManyCallsError):
                watched.program.run(twice_guide.call, seconds=RUN_SECONDS)
        except (PrunecheckError, SubjectError):
            raise
        except Exception as error:
            if len(twice_guide.answers) != 1:  # the first search already crashed
                raise
            twice_guide.crash = told_with_place(error)
        if not (twice_guide.changed or twice_guide.crash):
            break
    guide, what = guides[0], ""
    if guide.crash:
        what = f"crashes: {guide.crash}" if guides[1].crash else ""
    elif guide.sees_another_game:
        first, second = (counter.total() for counter in guide.seen)
        what = (
            f"makes {quantity(second, 'call')}, while the first one made {first:,}"
            if first != second
            else "reaches different positions than the first one"
        )
    elif guide.changed and guide.changed == guides[1].changed:
        what = f"finds other values for {quantity(len(guide.changed), 'position')} than the first one"
    return guide, what


def _nonlocals(watched: Watched) -> list[str]:
    """List the `nonlocal` variables of the search. The list is empty if the search may have a table."""
    program = watched.program
    if watched.opened.grew or program.has_cache:
        return []
    bodies = definitions(program.syntax)
    own = [node for name in program.functions if name in bodies for node in ast.walk(bodies[name])]
    return sorted({name for node in own if isinstance(node, ast.Nonlocal) for name in node.names})


class _TwiceGuide:
    """Make call number `nth` to the search twice with the same arguments, and record the recursive calls below."""

    def __init__(self, watched: Watched, plies: int, nth: int) -> None:
        self.seen: list[Counter[Hashable]] = []
        self.answers: list[Any] = []
        self.values: list[dict[Hashable, set[Any]]] = []  # for each search: (position, depth) of leaves -> their values
        self.crash = ""  # the error that the second search raised
        self.only_numbers = False  # True if all parts that the first search left changed are numbers
        self._watched, self._plies, self._before = watched, plies, nth
        self._inner: RecordingGuide | None = None
        self._positions: Counter[Hashable] = Counter()

    @property
    def sees_another_game(self) -> bool:
        """True if the second search reached different positions than the first search."""
        return len(self.seen) == 2 and self.seen[0] != self.seen[1]

    @property
    def takes_another_way(self) -> bool:
        """True if the second search reached different positions than the first search, or crashed."""
        return self.sees_another_game or bool(self.crash)

    @property
    def changed(self) -> set[Hashable]:
        """The leaves (position and depth) whose values are different in the first and the second search."""
        if len(self.answers) < 2:
            return set()
        first, second = self.values
        return {place for place, found in second.items() if place in first and first[place] != found}

    @property
    def makes_no_calls(self) -> bool:
        """True if the second search made no recursive calls, unlike the first search.

        The second search may have read its result from a table of a fixed size, in which prunecheck detects no changes.
        """
        return len(self.seen) == 2 and bool(self.seen[0]) and not self.seen[1]

    @property
    def is_counted(self) -> bool:
        """True if both searches returned the same result, and the first search left nothing changed except counters."""
        return self.only_numbers and len(set(map(fingerprint, self.answers))) == 1

    def call(self, call: HookedCall, /) -> Any:
        """Make the chosen call twice, and record all recursive calls below it.

        Calls before the chosen call are made once.
        """
        program = self._watched.program
        if call.name == program.driver and not self._watched.left_for_good:
            return call.make()  # each call creates new variables for the search
        if self._inner is not None:
            key = self._watched.identity.key(call)
            self._positions[key] += 1
            before = self._inner.calls
            answer = self._inner.call(call)
            if is_number(answer) and self._inner.calls == before + 1:  # the value of a leaf depends on no bound
                self.values[-1].setdefault((key, call.depth), set()).add(answer)
            return answer
        if self._before:
            self._before -= 1
            return call.opened().make()
        left = frozenset(self._watched.left_for_good)
        held = dict(Parts(self._watched.program, left).held(call.position_arguments))
        self.only_numbers = held.keys() == left and all(map(is_number, held.values()))
        for _ in range(2):
            self._positions = Counter[Hashable]()
            self.values.append({})
            self._inner = RecordingGuide(
                [], most_plies=self._plies, seconds=SECONDS_TWICE, leaf_answers=self._watched.leaf_answers
            )
            self.answers.append(self._inner.call(call))
            self.seen.append(self._positions)
        raise EnoughError


def _remembers_its_value(watched: Watched, answer: Any) -> bool:
    """True if a second search of a position makes no recursive calls, but returns the value of the first search.

    For example, each node of a tree may store its value. To recognise a stored value, prunecheck makes all recursive
    calls of the first search return a fraction, which an evaluation in whole numbers never returns. A search that only
    stores whole numbers is recognised in two runs: the recursive calls return one whole number in the first run, and
    another whole number in the second run.
    """
    own = next(iter(numbers_in(answer)), 0)
    wholes = {int(own * PART), int(own * PART / 2)}
    if _returns_again(watched, own * PART if abs(own) >= 1 else own + 1 / 4):
        return True
    return len(wholes) > 1 and all(_returns_again(watched, whole) for whole in wholes)


def _returns_again(watched: Watched, value: float) -> bool:
    """True if a second search returns `value` without any recursive calls.

    During the first search, all recursive calls return `value`.
    """
    below, remembered = -1, False  # number of calls below the first one; -1 before the first one is made

    def answered(call: HookedCall) -> Any:
        nonlocal below, remembered
        if below >= 0:
            below += 1
            made = watched.leaf_answers.of(call.name)
            for place in places(made):
                made = with_value(made, place, value)
            return made
        below = 0
        call.make()
        first, below = below, 0
        found = numbers_in(call.make())
        remembered = first > 0 == below and not {value, -value}.isdisjoint(found)
        raise EnoughError

    watched.program.attempt(answered, seconds=RUN_SECONDS)
    return remembered


def _changes_no_sibling(watched: Watched, left: Collection[str]) -> bool:
    """True if changes to the variables in `left` affect no other call, because callers pass a new copy to each call.

    Two runs are compared: the recursive calls are run as usual in the first run, and just return a value in the second
    run. The result is False if the two runs pass different positions to the recursive calls. Returns False if two
    copies of a board share a list that changes. For example, copies made by `board[:]` share the lists that are the
    board's rows.
    """
    owners = {part.partition(".")[0] for part in left if not part.startswith(GLOBAL)}
    looked_at = 0
    for ply in range(PLIES if owners else 0):
        answered, ran = (_passed(watched, ply, runs=runs) for runs in (False, True))
        if not answered or not ran:
            break
        if _copies_share(answered, left):
            return False
        if len(answered) == 1 == len(ran):
            continue
        if [call.state.keys() for call in answered] != [call.state.keys() for call in ran]:
            return False
        if any(len({id(call.given.get(owner)) for call in ran}) < len(ran) for owner in owners):
            return False
        counters = {part for part in ran[0].state if _counts([call.state[part] for call in ran])}
        for one, two in zip(answered, ran, strict=True):
            if any(one.state[part] != two.state[part] for part in one.state.keys() - counters):
                return False
        looked_at += 1
    return looked_at > 0


class _Passed(NamedTuple):
    """What a call received: its arguments, and fingerprints of all variables and attributes.

    `changed_later` names attributes of the call's arguments that changed before the next call of the same caller.
    Attributes of an argument are only listed if the next call received a different object for this argument.
    """

    given: dict[str, Any]
    state: dict[str, Hashable]
    changed_later: set[str]


def _copies_share(passed: list[_Passed] | None, left: Collection[str]) -> bool:
    """True if a caller passes a new object to each call, but a later move changes the object of an earlier call."""
    return any(not call.changed_later.isdisjoint(left) for call in passed or ())


def _counts(values: Sequence[Any]) -> bool:
    return len(values) >= FEWEST and all(map(is_number, values)) and all(low < high for low, high in pairwise(values))


def _passed(watched: Watched, ply: int, *, runs: bool) -> list[_Passed] | None:
    """List what a caller at this ply passes to its recursive calls. Returns None if the search fails."""
    guide = _SiblingsGuide(watched, ply, runs=runs)
    try:
        with suppress(ControlError):
            watched.program.run(guide.call, seconds=RUN_SECONDS)
    except Exception:
        return None
    return guide.passed


class _SiblingsGuide(FirstLineGuide):
    """Stores the arguments of the recursive calls that the call at ply `ply` makes.

    If `runs` is set, the recursive calls are run. If `runs` is not set, the recursive calls return results recorded
    earlier.
    """

    def __init__(self, watched: Watched, ply: int, *, runs: bool) -> None:
        super().__init__(watched.leaf_answers, ply)
        self.passed: list[_Passed] = []
        self._program, self._runs, self._inside = watched.program, runs, False

    def answered(self, call: HookedCall) -> Any:
        """Store the state in which a call begins, and run the call or return a chosen value in its place."""
        if not self._inside:
            for before in self.passed[-1:]:
                given = {name: held for name, held in before.given.items() if held is not call.arguments.get(name)}
                now = {
                    part: mark
                    for part, mark in marks_at(self._program, given).items()
                    if part.partition(".")[0] in given
                }
                before.changed_later.update(part for part, mark in now.items() if before.state.get(part, mark) != mark)
            given = call.position_arguments
            self.passed.append(_Passed(given, marks_at(self._program, given), set()))
        if self._inside or not self._runs:
            return super().answered(call)
        self._inside = True
        try:
            return call.opened().make()
        finally:
            self._inside = False
