"""Find out whether the search itself crashes if the starting call runs unchanged."""

from linecache import getline
from typing import Any, Final, NamedTuple

from prunecheck.failures import Raised, failure_of
from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, call_in_words
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.source.parameters import is_named

DEEP: Final = 100  # a search to at least this depth may reach Python's recursion limit without having a bug
AT_ONCE: Final = "it crashes before it searches a move; perhaps an argument of the starting call is wrong"
REFUSES: Final = ("raise", "assert")  # statements by which a function rejects its arguments


class SearchCrash(NamedTuple):
    """A crash inside the search, with the text of the call that crashed, if the search made a call.

    `at_once` is True if the starting call crashed before it searched a move.
    """

    failure: Raised
    call: str
    at_once: bool

    def lines(self, before: str) -> tuple[str, ...]:
        """Return lines for the report on the call that crashed; `before` says what may have caused it earlier."""
        causes = [before] if before else [AT_ONCE] if self.at_once else []
        at = [f"at      {self.call}"] if self.call else []
        return (*at, *(f"cause   {cause}" for cause in causes))


def search_crash(program: OwnProgram) -> SearchCrash | None:
    """Find a crash of the search in its starting call, unless its arguments are the reason.

    These are to blame if the first call rejects them with its own `raise` or `assert` statement, or if the recursion is
    too deep for Python and the given depth is not small. A search that waits for input does not crash.
    """
    guide = _CrashGuide()
    failure = _failure(program, guide)
    if failure is None or (guide.calls == 1 and _refuses(failure, program)):
        return None
    again = _CrashGuide(describe=guide.crashed)
    _failure(program, again)
    return SearchCrash(failure, again.words, at_once=guide.calls == 1)


def _failure(program: OwnProgram, guide: "_CrashGuide") -> Raised | None:
    """Run the starting call unchanged. If the search crashes, return the crash."""
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
    """True if the search raised the error itself, with `raise` or `assert`."""
    file, line, function = failure.frames[-1]
    return function in _names(program) and getline(file, line).strip().startswith(REFUSES)


class _CrashGuide:
    """Runs all calls unchanged. `crashed` is the number of the innermost call that crashed.

    `depth` is the first call's depth, and `words` is the text of call number `describe`, written before it can change
    its arguments.
    """

    def __init__(self, *, describe: int | None = None) -> None:
        self.calls = 0
        self.crashed: int | None = None
        self.depth: Any = None
        self.words = ""
        self._describe = describe

    def call(self, call: HookedCall, /) -> Any:
        """Make a call."""
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
