"""Find bugs that show in the recorded calls: changes that are not undone, and skipped moves."""

import ast
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, Self

from prunecheck.errors import quantity
from prunecheck.subjects.own_game.hooks.answers import is_number, numbers_in, places, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Parts
from prunecheck.subjects.own_game.hooks.recorder import EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.learning.recording import RecordingGuide
from prunecheck.subjects.own_game.learning.siblings import (
    calls_that_leave_changes,
    changes_no_sibling,
    not_restored_for_siblings,
    restored_by_callers,
)
from prunecheck.subjects.own_game.learning.watching import Changes, PartState, Watched, WatchingGuide
from prunecheck.subjects.source.mentions import definitions

PLIES_TWICE: Final = 6  # most plies to which two searches of one position are compared
MOST_TWICE: Final = 3  # this many of the calls below the first one are made twice
PART: Final = 63 / 128  # adding this to a whole number makes a fraction, unless the number is large
SECONDS_TWICE: Final = 1.0  # seconds of computing for each of the two searches


class Unrestored(str):
    """The text of a fault: the search changes `parts` and does not restore them; `then` says when."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, parts: Iterable[str], then: str = "") -> Self:
        """Write the text, with the names of the `parts`."""
        names = tuple(parts)
        made = super().__new__(
            cls, f"changes {', '.join(names)} and does not restore {'it' if len(names) == 1 else 'them'}{then}"
        )
        made.parts = names
        return made


def unrestored(watched: Watched) -> Iterator[str]:
    """Yield the variables and attributes that the search restores, but not after a cutoff."""
    opened = watched.opened.changes
    left = sorted(watched.as_called.changes.left & (opened.varying - opened.left) - watched.as_called.ordering_tables)
    if left:
        yield Unrestored(left, " after a cutoff")


def unrestored_positions(seen: WatchingGuide) -> Iterator[str]:
    """Yield a bug if a board is not restored: a container that all calls change, if nothing else identifies a position.

    A caller shares this container with the calls that it makes, but each of these calls finds other contents in it.
    """
    changes = seen.changes
    others = {
        part for part in changes.varying - changes.left if not all(_is_flag(parts.get(part)) for parts in seen.parts)
    }
    if others or changes.grew:
        return
    below: dict[int, list[dict[str, PartState]]] = {}
    for (caller, _), parts in zip(seen.calls, seen.parts, strict=False):
        below.setdefault(caller, []).append(parts)
    siblings = [
        (seen.parts[caller], children) for caller, children in below.items() if caller >= 0 and len(children) > 1
    ]
    telling = [part for part in sorted(changes.left) if siblings and all(_tells(part, *family) for family in siblings)]
    if telling:
        yield Unrestored(telling, " before it returns, so its caller continues from another position")


def _is_flag(part: PartState | None) -> bool:
    return part is None or isinstance(part.printed, bool)


def _tells(name: str, caller: dict[str, PartState], calls: list[dict[str, PartState]]) -> bool:
    """True if a caller passes the same container to all its calls, but with different contents each time."""
    seen = [call[name] for call in calls if name in call]
    same = name in caller and caller[name].size > 0 and all(state.object == caller[name].object for state in seen)
    return same and len({state.printed for state in seen}) == len(calls)


def left_changed(changes: Changes) -> Iterator[str]:
    """Yield a fault if the search changes variables or attributes and does not restore them. Tables are left out."""
    left = sorted(changes.left - changes.grew)
    if left:
        yield Unrestored(left)


def left_before_refusal(seen: WatchingGuide) -> str:
    """Name what the first calls change and do not restore, without counters. Empty if they restore everything."""
    held = {part: [parts[part].printed for parts in seen.parts if part in parts] for part in seen.changes.left}
    odd = sorted(part for part, values in held.items() if part not in seen.changes.grew and not _only_grows(values))
    return f"; it also {Unrestored(odd)}, which may be the reason" if odd else ""


def _only_grows(values: list[Any]) -> bool:
    return all(map(is_number, values)) and values == sorted(values)


def left_before_failure(program: OwnProgram) -> list[str]:
    """For a program that fails: name what its first calls change and do not restore, which may be the reason."""
    seen = WatchingGuide(program)
    program.attempt(seen.call)
    return [*left_changed(seen.changes)]


def left_later(left: set[str]) -> Iterator[str]:
    """Yield a fault if variables or attributes (`left`) are restored in the first plies, but not later."""
    if left:
        yield Unrestored(sorted(left), " in a later position of the game")


def pollution(watched: Watched, most_plies: int | None) -> Iterator[str]:
    """Yield the changes that a search does not undo, if they affect a second search of the same position.

    The searches have at most `most_plies` plies, so that they do not take long. A changed value must be seen twice,
    since the clock may be the reason. A search may change its position if each caller passes a copy, or restores the
    position itself.
    """
    left = watched.left_for_good or _nonlocals(watched)
    if not left or restored_by_callers(watched.opened, left):
        return
    plies = min(most_plies or PLIES_TWICE, PLIES_TWICE)
    guide, what = _searched_twice(watched, plies, 0)
    watched.program.has_hidden_table = guide.answers_alone and (
        guide.only_numbers or _remembers_its_value(watched, guide.answers[0])
    )
    if guide.sees_another_game and watched.program.has_hidden_table:
        what = ""
    if what and not (guide.sees_another_game and changes_no_sibling(watched, left)):
        yield Unrestored(left, f": a second search of the same position {what}")
        return
    for nth in sorted(calls_that_leave_changes(watched.opened, left))[:MOST_TWICE] if not what else ():
        guide, later = _searched_twice(watched, plies, nth)
        if later and not guide.sees_another_game:  # such as the side to move, which a whole search restores
            yield Unrestored(left, f": a second search of a later position {later}")
            return
    for nth, part in not_restored_for_siblings(watched.opened, left).items() if not what else ():
        _, later = _searched_twice(watched, plies, nth)
        if later:
            yield Unrestored([part], f": a second search of a later position {later}")
            return


def _searched_twice(watched: Watched, plies: int, nth: int) -> "tuple[_TwiceGuide, str]":
    """Search the position of call number `nth` twice.

    Also say what is different in the second search. Empty if nothing is.
    """
    guides = [_TwiceGuide(watched, plies, nth) for _ in range(2)]
    for twice_guide in guides:
        with suppress(EnoughError, TooManyCallsError):
            watched.program.run(twice_guide.call, seconds=RUN_SECONDS)
        if not twice_guide.changed:
            break
    guide, what = guides[0], ""
    if guide.sees_another_game:
        first, second = (counter.total() for counter in guide.seen)
        what = (
            f"makes {quantity(second, 'call')}, but the first search made {first:,}"
            if first != second
            else "reaches different positions"
        )
    elif guide.changed and guide.changed == guides[1].changed:
        what = f"finds other values for {quantity(len(guide.changed), 'position')}"
    return guide, what


def _nonlocals(watched: Watched) -> list[str]:
    """The variables of enclosing functions that the search sets. They cannot be observed.

    Empty if they may be tables.
    """
    program = watched.program
    if watched.opened.changes.grew or program.has_cache:
        return []
    bodies = definitions(program.syntax)
    own = [node for name in program.functions if name in bodies for node in ast.walk(bodies[name])]
    return sorted({name for node in own if isinstance(node, ast.Nonlocal) for name in node.names})


class _TwiceGuide:
    """Make call number `nth` to the search twice with the same arguments, and record the calls below it."""

    def __init__(self, watched: Watched, plies: int, nth: int) -> None:
        self.seen: list[Counter[Hashable]] = []
        self.answers: list[Any] = []
        self.values: list[dict[Hashable, set[Any]]] = []  # for each search: (position, depth) of leaves -> their values
        self.only_numbers = False  # True if the first search left nothing but numbers changed, such as counters
        self._watched, self._plies, self._before = watched, plies, nth
        self._inner: RecordingGuide | None = None
        self._positions: Counter[Hashable] = Counter()

    @property
    def sees_another_game(self) -> bool:
        """True if the second search reached other positions than the first search."""
        return len(self.seen) == 2 and self.seen[0] != self.seen[1]

    @property
    def changed(self) -> set[Hashable]:
        """The leaves, each with its depth, whose value in the second search is not the one in the first search."""
        if len(self.answers) < 2:
            return set()
        first, second = self.values
        return {place for place, found in second.items() if place in first and first[place] != found}

    @property
    def answers_alone(self) -> bool:
        """True if the second search made no call, although the first one did, and both gave the same answer.

        It may have read the answer from a table of a fixed size, and changes of such a table are not noticed. But the
        first search may have changed other things than numbers. Then the second search may have started from another
        position.
        """
        same = len(set(map(fingerprint, self.answers))) == 1
        return same and len(self.seen) == 2 and bool(self.seen[0]) and not self.seen[1]

    def call(self, call: HookedCall, /) -> Any:
        """Pass a call to the guide that records the first search, or to the one for the second search."""
        program = self._watched.program
        if call.name == program.driver and not self._watched.left_for_good:
            return call.make()  # it makes new variables for the search
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
    """True if a second search makes no calls, but returns the value that the calls of the first search returned.

    For example, each node of a tree may store its value. In the first search, all calls return a fraction, which no
    evaluation in whole numbers does. It is smaller than the real value (the one in `answer`), or near 0, so that it is
    inside all limits of the search.
    """
    own = next(iter(numbers_in(answer)), 0)
    value = own * PART if abs(own) >= 1 else own + 1 / 4
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
