"""Learn a search's own game from a starting call. If this fails, try again with other settings."""

from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from prunecheck.error_frames import frames_of, place_of
from prunecheck.errors import CrashError, PreconditionError, PrunecheckError, told
from prunecheck.failures import Hang, SubjectError, failure_of
from prunecheck.subjects.own_game.faults.unrestored import left_before_failure
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.learning.crashes import search_crash
from prunecheck.subjects.own_game.learning.drawn_runs import RootNotCalledError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.game_from_calls import learned
from prunecheck.subjects.own_game.recording.identity import position_parts
from prunecheck.subjects.own_game.recording.watching import shorter, watch
from prunecheck.subjects.own_game.recording.windows import largest_whole_bound
from prunecheck.trees.protocol import INF

WHOLE_INFINITY: Final = 10**12  # larger than any value that a search returns


def learn(program: OwnProgram) -> OwnGame:
    """Learn the game that a program's starting call searches.

    Raises: PreconditionError, with the reason and the remedy, if the starting call cannot be used, or if the search is
    not a plain minimax search of its calls.
    """
    try:
        if program.compile(driver=True):
            # a call to a driver may not be a node of a tree, for example with iterative deepening
            with suppress(Exception, TooManyCallsError):
                return learned(program)
            program.compile()
        game = _learned_again(program, learned(program))
        own = largest_whole_bound(program) if game.one_player else 0
        # a search that only finds out who wins, in the window (-1, 1), may return -1 if no move wins
        note = f"only checked in windows inside ({-own:,}, {own:,}), since it is wrong in wider windows"
        return (own and _learned_within(program, own, note, right=True)) or game
    except PrunecheckError:
        raise
    except TooManyCallsError:
        raise PreconditionError(
            f"with some values of positions, the starting call {program.start!r} makes too many calls; give one with "
            "a smaller depth"
        ) from None
    except SubjectError as error:
        late = isinstance(error.failure, Hang)
        longer = "or allow more with --seconds; if it never ends, look for an endless loop"
        remedy = f"{shorter(program)}, {longer}" if late else "a call that only searches"
        raise PreconditionError(
            f"the starting call {program.start!r} cannot be recorded: {error.failure}; give {remedy}"
        ) from None
    except Exception as error:
        reason, failure = f"{told(error)}{_raised_at(error)}", failure_of(error)
        outside = not frames_of(error) and not isinstance(error, RootNotCalledError)
    with suppress(Exception, TooManyCallsError):
        if _keep_only_last(program):
            return learned(program)
    program.only_first = None
    own = largest_whole_bound(program)
    for infinity in (WHOLE_INFINITY, own) if own else ():
        note = (
            f"only checked with whole numbers, and with {infinity:,} for infinity, since the search accepts no others"
        )
        if (inside := _learned_within(program, infinity, note)) is not None:
            return inside
    if outside:
        raise PreconditionError(
            f"the calls of {program.start!r} cannot be compared: {reason}; give another starting call, and please "
            "report it, since this may be a bug in prunecheck",
            failure,
        )
    if program.attempt(HookedCall.make, seconds=RUN_SECONDS):  # a driver may read what a search stores in an attribute
        direct = program.name.rpartition(".")[2] in program.names_in_start
        remedy = "let the search accept any numbers" if direct else "give a call to the search itself"
        raise PreconditionError(
            f"the starting call {program.start!r} calls the search, but fails if the search gets or returns other "
            f"values: {reason}; {remedy}",
            failure,
        )
    left = left_before_failure(program)
    before = f"before it fails, it {left[0]}" if left else ""
    message = f"the starting call {program.start!r} fails: {reason}; {before or 'give a call that works in a program'}"
    if (crash := search_crash(program)) is not None:
        raise CrashError(message, crash.failure, crash.lines(before))
    raise PreconditionError(message, failure)


def _learned_within(program: OwnProgram, infinity: int, note: str, *, right: bool = False) -> OwnGame | None:
    """Learn the game with whole numbers only, passing the number `infinity` for infinite bounds, and add `note`.

    None if the search then fails or, if `right` is set, returns wrong values.
    """
    program.recorder.set_infinity(infinity)
    program.forget()
    with suppress(Exception, TooManyCallsError):
        game = learned(program)
        if not (right and game.faults):
            game.notes = (*game.notes, note)
            return game
    program.recorder.set_infinity(INF)
    program.forget()
    return None


def _learned_again(program: OwnProgram, game: OwnGame) -> OwnGame:
    """Return the game or, if its call depends on results of earlier searches, that of the last search."""
    if not _comes_again(game) and _keep_only_last(program):
        with suppress(Exception, TooManyCallsError):
            return learned(program)
        program.only_first = None
        return learned(program)
    return game


def _raised_at(error: Exception) -> str:
    """Return the file and line in the user's code where an error was raised."""
    file, line = place_of(frames_of(error))
    return f" ({Path(file).name}:{line})" if file else ""


def _comes_again(game: OwnGame) -> bool:
    """True if the starting call makes the recorded call again when all earlier calls return the result of that call.

    If the program uses aspiration windows, it may make fewer searches in this case.
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


def _keep_only_last(program: OwnProgram) -> bool:
    """Let runs end after one search that is as deep as the starting call's last search; False if that is not possible.

    This is needed for iterative deepening that, for example, reads its move from a table after each search. All
    searches must start from the same position, and their depths must not decrease. If it is not known which positions
    are equal, only one search may have the first depth, because several could be for different moves.
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
