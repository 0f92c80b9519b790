"""Judge only the last search of a starting call, if its earlier searches must run and cannot be skipped."""

from collections.abc import Hashable
from typing import Any

from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.identity import position_parts
from prunecheck.subjects.own_game.learning.recording import RUN_SECONDS
from prunecheck.subjects.own_game.learning.watching import watch


def comes_again(game: OwnGame) -> bool:
    """True if the starting call still makes the recorded call when all earlier calls return the recorded call's answer.

    With aspiration windows, such answers may lead to fewer searches.
    """
    calls = 0

    def answer(_: HookedCall) -> Any:
        nonlocal calls
        calls += 1
        if calls > game.top:
            raise EnoughError
        return game.root.sample

    game.program.attempt(answer, seconds=RUN_SECONDS)
    return calls > game.top


def keep_only_last(program: OwnProgram) -> bool:
    """Let runs end after one search that is as deep as the starting call's last search. False if that is not possible.

    This is for iterative deepening that, for example, reads its move from a table after each search. All searches must
    start from the same position, and their depths must not decrease. If positions cannot be told apart, only one search
    may have the first depth, since several could be for different moves.
    """
    depths: list[Any] = []
    positions: set[Hashable] = set()
    inside = False

    def top(call: HookedCall) -> Any:
        nonlocal inside
        if inside:
            return call.make()
        if is_number(call.depth):
            depths.append(call.depth)
        positions.add(parts.key(call))
        inside = True
        try:
            return call.make()
        finally:
            inside = False

    try:
        parts = position_parts(program, watch(program, open_windows=True))
    except Exception:
        return False
    if not program.attempt(top, seconds=RUN_SECONDS):  # the last depth may depend on the clock
        return False
    if not depths or depths != sorted(depths) or len(positions) > 1:
        return False
    if not parts.names and depths.count(depths[0]) > 1:
        return False
    program.only_first = depths[-1]
    program.forget()
    return True
