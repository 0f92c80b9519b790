"""Learn the game that a search plays from a starting call.

If learning fails, try again with a single search per run, or with whole numbers.
"""

from collections.abc import Hashable
from contextlib import suppress
from linecache import getline
from typing import Any, Final

from prunecheck.error_frames import frames_of, told_with_place
from prunecheck.errors import CrashError, PreconditionError, PrunecheckError, sentences
from prunecheck.failures import Hang, Raised
from prunecheck.subject_errors import SubjectError, failure_of
from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.faults.unrestored import left_before_failure
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.call_text import call_in_words
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import ControlError, TooManyCallsError
from prunecheck.subjects.own_game.learning.drawn_runs import RootNotCalledError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.game_from_calls import learned
from prunecheck.subjects.own_game.recording.identity import position_parts
from prunecheck.subjects.own_game.recording.watching import shorter, watch
from prunecheck.subjects.own_game.recording.window_parameters import largest_whole_bound
from prunecheck.subjects.source.parameters import is_named
from prunecheck.trees.protocol import INF

WHOLE_INFINITY: Final = 10**12  # larger than any value that a search returns
DEEP: Final = 100  # a search to at least this depth may reach Python's recursion limit without having a bug
AT_ONCE: Final = "the search crashes before it searches a move; perhaps an argument of the starting call is wrong"
WORKING: Final = "give a call that works in a program"
REFUSES: Final = ("raise", "assert")  # statements by which a function rejects its arguments


def learn(program: OwnProgram) -> OwnGame:
    """Learn the game that a program's starting call searches.

    Raises: PreconditionError, with the reason and the remedy, if the starting call cannot be used, or if a call does
    not return the minimax value of its recursive calls.
    """
    try:
        return _learned_with_any_numbers(program)
    except PrunecheckError:
        raise
    except TooManyCallsError:
        raise PreconditionError(
            f"the starting call `{program.start}` makes too many calls if prunecheck changes the values of positions; "
            "give a call with a smaller depth"
        ) from None
    except SubjectError as error:
        late = isinstance(error.failure, Hang)
        longer = "or allow more with --seconds; if it never ends, look for an endless loop"
        remedy = f"{shorter(program)}, {longer}" if late else "a call that only searches"
        raise PreconditionError(
            f"the starting call `{program.start}` cannot be recorded: {error.failure}; give {remedy}"
        ) from None
    except Exception as error:
        failed = error
    with suppress(Exception, TooManyCallsError):
        if _keep_only_last(program):
            return learned(program)
    program.only_first = None
    own = largest_whole_bound(program)
    for infinity in (WHOLE_INFINITY, own) if own else ():
        note = (
            f"the search was only checked with whole numbers, and with {infinity:,} for infinity, since it accepts no "
            "other numbers"
        )
        if (inside := _learned_within(program, infinity, note)) is not None:
            return inside
    raise _refusal(program, failed)


def _learned_with_any_numbers(program: OwnProgram) -> OwnGame:
    """Learn the game with arbitrary leaf values.

    If the same player seems to make all moves, learn the game again in windows as small as the starting call's.
    """
    if _has_driver(program):
        # a call to a driver may not be a node of a tree, for example with iterative deepening
        with suppress(Exception, TooManyCallsError):
            return learned(program)
        program.compile()
    game = learned(program)
    own = largest_whole_bound(program) if game.one_player else 0
    # a search that only finds out who wins, in the window (-1, 1), may return -1 if no move wins
    note = f"the search was only checked in windows inside ({-own:,}, {own:,}), since it is wrong in wider windows"
    return (own and _learned_within(program, own, note, right=True)) or game


def _refusal(program: OwnProgram, error: Exception) -> PrunecheckError:
    """Return the error to report if the program fails with `error` when chosen return values replace its calls."""
    reason, failure = told_with_place(error), failure_of(error)
    if not frames_of(error) and not isinstance(error, RootNotCalledError):
        return PreconditionError(
            f"prunecheck cannot compare the calls of `{program.start}`: {reason}. This may be a bug in prunecheck: "
            "please report it, and give another starting call",
            failure,
        )
    if program.attempt(HookedCall.make, seconds=RUN_SECONDS):  # a driver may read what a search stores in an attribute
        direct = program.name.rpartition(".")[2] in program.names_in_start
        remedy = "let the search accept any numbers" if direct else "give a call to the search itself"
        return PreconditionError(
            f"the starting call `{program.start}` works, but fails if prunecheck changes the values that the search "
            f"gets or returns: {reason}; {remedy}",
            failure,
        )
    # what is not restored changes the values in a position, but hardly their types
    left = [] if isinstance(error, TypeError) else left_before_failure(program)
    before = f"before it fails, it {left[0]}" if left else ""
    fails = f"the starting call `{program.start}` fails: {reason}"
    message = sentences(fails, before) if before else f"{fails}; {WORKING}"
    return search_crash(program, message, before) or PreconditionError(message, failure)


def _has_driver(program: OwnProgram) -> bool:
    """Put hooks on the recursive functions. Returns True if the search itself is not recursive, but calls one of them.

    Raises: CrashError if the search crashes before its first recursive call, for example because it calls a method
    without `self`; PreconditionError if no recursive function is found.
    """
    has_driver = program.compile(driver=True)
    if not program.functions:
        message = f"{program.not_recursive}; name the function that calls itself for each move"
        raise search_crash(program, message, "") or PreconditionError(message)
    return has_driver


def _learned_within(program: OwnProgram, infinity: int, note: str, *, right: bool = False) -> OwnGame | None:
    """Learn the game with whole-number values and `infinity` in place of infinite bounds, and add `note` to the game.

    Returns None if the search crashes or cannot be used when leaf values are whole numbers and infinite bounds are
    `infinity`. If `right` is True, the result is also None for a search that has bugs.
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


def _keep_only_last(program: OwnProgram) -> bool:
    """Make each run end after one search, which is as deep as the last search of the starting call.

    Returns False if runs cannot be limited to one search.

    Some programs with iterative deepening can only be judged by a single search, for example if they read the move from
    a table after each search. All searches of the starting call must start from the same position, and their depths
    must not decrease. If prunecheck cannot recognise equal positions, only one search may have the smallest depth,
    because two searches to one depth could be searches of different moves.
    """
    depths: list[Any] = []
    positions: set[Hashable] = set()

    def note(call: HookedCall) -> None:
        if is_number(call.depth):
            depths.append(call.depth)
        positions.add(parts.key(call))

    try:
        parts = position_parts(program, watch(program, open_windows=True))
    except Exception:
        return False
    if not program.watch_searches(note):  # the last depth may depend on the clock
        return False
    if not depths or depths != sorted(depths) or len(positions) > 1:
        return False
    if not parts.names and depths.count(depths[0]) > 1:
        return False
    program.only_first = depths[-1]
    program.forget()
    return True


def search_crash(program: OwnProgram, message: str, before: str) -> CrashError | None:
    """Return the error to report if the search crashes in its starting call.

    Returns None if the arguments of the starting call are the reason for the crash.

    The arguments are the reason for a crash if the first call rejects them by a `raise` or `assert` statement. They
    are also the reason if a large depth argument makes the recursion too deep for Python. A search that waits
    for input does not count as crashed. The error describes the call that crashed. `before` says what happened earlier
    and may have caused the crash.
    """
    guide = _CrashGuide()
    failure = _failure(program, guide)
    if failure is None or (guide.calls <= 1 and _refuses(failure, program)):
        return None
    again = _CrashGuide(describe=guide.crashed)
    _failure(program, again)
    causes = [before] if before else [AT_ONCE] if guide.calls <= 1 else []
    at = [f"at      {again.words}"] if again.words else []
    return CrashError(message, failure, (*at, *(f"cause   {cause}" for cause in causes)))


def _failure(program: OwnProgram, guide: "_CrashGuide") -> Raised | None:
    """Run the starting call unchanged. Returns the crash of the search, or None if the search does not crash."""
    try:
        program.run(guide.call, seconds=RUN_SECONDS)
    except ControlError:
        return None
    except Exception as error:
        failure = failure_of(error)
        too_deep = isinstance(error, RecursionError) and not (is_number(guide.depth) and guide.depth < DEEP)
        asks = isinstance(error, EOFError)  # from `input`
        inside = isinstance(failure, Raised) and _is_inside(failure, program)
        return failure if isinstance(failure, Raised) and inside and not (too_deep or asks) else None
    return None


def _names(program: OwnProgram) -> set[str]:
    return {name.rpartition(".")[2] for name in (program.name, *program.functions)}


def _is_inside(failure: Raised, program: OwnProgram) -> bool:
    """True if the traceback of the crash contains a call to the search."""
    file = getattr(program.module(), "__file__", None)
    names = _names(program)
    return any(frame == file and function in names for frame, _, function in failure.frames)


def _refuses(failure: Raised, program: OwnProgram) -> bool:
    """True if a `raise` or `assert` statement of the search raised the error."""
    file, line, function = failure.frames[-1]
    return function in _names(program) and getline(file, line).strip().startswith(REFUSES)


class _CrashGuide:
    """Runs all recursive calls unchanged. `crashed` is the number of the innermost call that crashed.

    `depth` is the depth of the first call. `describe` is the number of the call that the text `words` describes. The
    text `words` is written before the call can change its arguments.
    """

    def __init__(self, *, describe: int | None = None) -> None:
        self.calls = 0
        self.crashed: int | None = None
        self.depth: Any = None
        self.words = ""
        self._describe = describe

    def call(self, call: HookedCall, /) -> Any:
        """Run a call unchanged. If the call is the first to crash, store its number."""
        nth, self.calls = self.calls, self.calls + 1
        if nth == 0:
            self.depth = next((held for name, held in call.arguments.items() if is_named(name, Role.DEPTH)), None)
        if nth == self._describe:
            self.words = call_in_words(call)
        try:
            return call.make()
        except Exception:
            if self.crashed is None:
                self.crashed = nth
            raise
