"""Judge only the last search of a starting call whose earlier searches must run and cannot be skipped."""

from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Parts
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.identity import position_parts
from prunecheck.subjects.own_game.learning.recording import RUN_SECONDS
from prunecheck.subjects.own_game.learning.watching import watch


def comes_again(game: OwnGame) -> bool:
    """True if the starting call still makes the recorded call when its earlier calls return that call's answer.

    With aspiration windows, such answers may lead to fewer searches.
    """
    guide = _UntilTop(game)
    with suppress(Exception, EnoughError):
        game.program.run(guide, seconds=RUN_SECONDS)
    return guide.left < 0


def keep_only_last(program: OwnProgram) -> bool:
    """Let runs end after one search, as deep as the starting call's last search; False if that is not possible.

    This is for iterative deepening that, for example, reads its move in a table after each search. All searches must
    have the same position, and their depths must not decrease. If positions cannot be told apart, the first depth must
    be searched only once; otherwise, each search may be for another move.
    """
    try:
        seen = _Tops(position_parts(program, watch(program, open_windows=True)))
        program.run(seen, seconds=RUN_SECONDS)
    except Exception:  # for example, the starting call takes too long, so its last depth depends on the clock
        return False
    if not seen.depths or seen.depths != sorted(seen.depths) or len(seen.positions) > 1:
        return False
    if not seen.parts.names and seen.depths.count(seen.depths[0]) > 1:
        return False
    program.only_first = seen.depths[-1]
    program.forget()
    return True


def runs(program: OwnProgram) -> bool:
    """True if the starting call runs to its end when all its searches run."""
    with suppress(Exception):
        program.run(_Tops(Parts(program)), seconds=RUN_SECONDS)
        return True
    return False


class _UntilTop:
    """Answer the calls that the starting call makes, and end the run at the recorded call."""

    def __init__(self, game: OwnGame) -> None:
        self.left = game.top
        self._sample = game.root.sample

    def call(self, _: HookedCall, /) -> Any:
        """Answer a call, or end the run."""
        self.left -= 1
        if self.left < 0:
            raise EnoughError
        return self._sample


class _Tops:
    """Run all calls, and record depth and position of those that the starting call makes."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.depths: list[Any] = []
        self.positions: set[Hashable] = set()
        self._inside = False

    def call(self, call: HookedCall, /) -> Any:
        """Make a call."""
        if self._inside:
            return call.make()
        if is_number(call.depth):
            self.depths.append(call.depth)
        self.positions.add(self.parts.key(call))
        self._inside = True
        try:
            return call.make()
        finally:
            self._inside = False
