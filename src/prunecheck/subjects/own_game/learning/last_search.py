"""Judge only the last search of a starting call, if its other searches must be run and not just answered."""

from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import RUN_SECONDS


def comes_again(game: OwnGame) -> bool:
    """True if the starting call still makes the recorded call when all earlier calls get the recorded call's answer.

    With aspiration windows, such answers may lead to fewer searches.
    """
    guide = _UntilTop(game)
    with suppress(Exception, EnoughError):
        game.program.run(guide, seconds=RUN_SECONDS)
    return guide.left < 0


def keep_only_last(program: OwnProgram) -> bool:
    """Let runs of the starting call end after a single search as deep as its last one; False if that is not possible.

    All its searches must have the same position, and their depths must not decrease. For example, the starting call may
    read its move in a table after each search. Its first depth is searched once; otherwise, each search may be for
    another move.
    """
    seen = _Tops()
    try:
        program.run(seen, seconds=RUN_SECONDS)
    except Exception:  # such as a starting call that takes too long, whose last depth depends on the clock
        return False
    if not seen.depths or seen.depths != sorted(seen.depths) or len(seen.positions) > 1:
        return False
    if seen.depths.count(seen.depths[0]) > 1:
        return False
    program.only_first = seen.depths[-1]
    return True


def runs(program: OwnProgram) -> bool:
    """True if the starting call runs to its end when all its searches are made."""
    with suppress(Exception):
        program.run(_Tops(), seconds=RUN_SECONDS)
        return True
    return False


class _UntilTop:
    """A guide that answers the calls of the starting call, and ends the run at the recorded call."""

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
    """A guide that makes all calls, and notes the depths and positions of the calls that the starting call makes."""

    def __init__(self) -> None:
        self.depths: list[Any] = []
        self.positions: set[Hashable] = set()
        self._inside = False

    def call(self, call: HookedCall, /) -> Any:
        """Make a call."""
        if self._inside:
            return call.make()
        if is_number(call.depth):
            self.depths.append(call.depth)
        held = {name: each for name, each in call.position_arguments.items() if name != "self"}
        self.positions.add((call.name, fingerprint(held)))
        self._inside = True
        try:
            return call.make()
        finally:
            self._inside = False
