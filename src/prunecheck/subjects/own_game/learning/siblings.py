"""Find out whether the changes that a call leaves behind matter to its caller.

It may have passed a copy to the call.
"""

from collections.abc import Collection, Hashable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, NamedTuple

from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS
from prunecheck.subjects.own_game.hooks.parts import parts_at
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.hooks.state import GLOBAL
from prunecheck.subjects.own_game.learning.first_line import FirstLineGuide
from prunecheck.subjects.own_game.learning.watching import PartState, Watched, WatchingGuide

PLIES: Final = 3  # the callers to look at: the first call, its first child, and so on
FEWEST: Final = 3  # a number that grows from call to call this often is a counter


def changes_no_sibling(watched: Watched, left: Collection[str]) -> bool:
    """True if the changes that a call leaves behind affect no other call, since its caller passes a new copy to each.

    `left` has the changed parts. The caller must also pass the same positions to its calls, whether these calls run or
    are only answered.
    """
    owners = {part.partition(".")[0] for part in left if not part.startswith(GLOBAL)}
    looked_at = 0
    for ply in range(PLIES if owners else 0):
        answered, ran = (_passed(watched, ply, runs=runs) for runs in (False, True))
        if not answered or not ran:
            break
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
    """What a call received: its arguments, and the state of each part. A part that is a number is marked with True."""

    given: dict[str, Any]
    state: dict[str, tuple[Hashable, bool]]


def _counts(values: Sequence[tuple[Any, bool]]) -> bool:
    numbers = [value for value, number in values if number]
    return len(numbers) == len(values) >= FEWEST and all(low < high for low, high in pairwise(numbers))


def _passed(watched: Watched, ply: int, *, runs: bool) -> list[_Passed] | None:
    """What a caller at this ply passes to its calls. None if the search fails."""
    guide = _SiblingsGuide(watched, ply, runs=runs)
    try:
        with suppress(ControlError):
            watched.program.run(guide.call, seconds=RUN_SECONDS)
    except Exception:
        return None
    return guide.passed


class _SiblingsGuide(FirstLineGuide):
    """Store what the call at the last ply passes to its own calls.

    With `runs`, those calls are run, but the calls that they make are only answered.
    """

    def __init__(self, watched: Watched, ply: int, *, runs: bool) -> None:
        super().__init__(watched.leaf_answers, ply)
        self.passed: list[_Passed] = []
        self._program, self._runs, self._inside = watched.program, runs, False

    def answered(self, call: HookedCall) -> Any:
        """Store the state in which a call begins, and run it or answer it."""
        if not self._inside:
            parts = parts_at(self._program, call.position_arguments)
            state = {part: (held if is_number(held) else mark, is_number(held)) for part, held, mark in parts}
            self.passed.append(_Passed(call.arguments, state))
        if self._inside or not self._runs:
            return super().answered(call)
        self._inside = True
        try:
            return call.opened().make()
        finally:
            self._inside = False


def calls_that_leave_changes(seen: WatchingGuide, left: Collection[str]) -> set[int]:
    """For each part in `left`, the number of the first call that leaves it changed, if callers make the moves.

    The caller makes the moves if it passes the same board to its next call, with other contents. Otherwise, each call
    may make its own move, and the caller takes it back.
    """
    moved = [one for one, two in _siblings(seen) if _is_other_position(seen.parts[one], seen.parts[two])]
    first = (next((nth for nth in moved if nth in seen.changed_by.get(part, ())), None) for part in left)
    return {nth for nth in first if nth is not None}


def not_restored_for_siblings(seen: WatchingGuide, left: Collection[str]) -> dict[int, str]:
    """The flags and strings in `left` that differ between calls from one caller, by the first call that changes them.

    Such a part may be the side to move. If callers undid the changes of their calls, it would not differ.
    """
    found: dict[int, str] = {}
    pairs = _siblings(seen)
    for part in sorted(left):
        held = [(seen.parts[one].get(part), seen.parts[two].get(part)) for one, two in pairs]
        known = [(before.printed, after.printed) for before, after in held if before and after]
        plain = all(isinstance(value, bool | str) for pair in known for value in pair)
        later = sorted(seen.changed_by.get(part, set()) - {0})
        if plain and later and any(before != after for before, after in known):
            found.setdefault(later[0], part)
    return found


def restored_by_callers(seen: WatchingGuide, left: Collection[str]) -> bool:
    """True if callers restore some part in `left`, such as the side to move, that was changed by their calls.

    Then all calls from one caller begin with the same value, although each of them changes the part. Whoever starts the
    whole search must restore the part, too, so two searches in a row may differ without a bug.
    """
    pairs = _siblings(seen)
    for part in left:
        owner = part.partition(".")[0]
        states = [(seen.parts[one].get(part), seen.parts[two].get(part)) for one, two in pairs]
        same = all(before and after and before.printed == after.printed for before, after in states)
        shared = all(
            seen.calls[one][1].arguments.get(owner) is seen.calls[two][1].arguments.get(owner) for one, two in pairs
        )
        if same and shared and any(one in seen.changed_by.get(part, ()) for one, _ in pairs):
            return True
    return False


def _siblings(seen: WatchingGuide) -> list[tuple[int, int]]:
    """The pairs of calls that one caller makes one after the other."""
    below: dict[int, list[int]] = {}
    for nth, (caller, _) in enumerate(seen.calls[: len(seen.parts)]):
        below.setdefault(caller, []).append(nth)
    return [pair for siblings in below.values() for pair in pairwise(siblings)]


def _is_other_position(one: dict[str, PartState], two: dict[str, PartState]) -> bool:
    """True if two calls received the same object with different contents."""
    shared = [(state, two[part]) for part, state in one.items() if part in two and two[part].object == state.object]
    return any(before.printed != after.printed for before, after in shared)
