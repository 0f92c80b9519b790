"""Find out whether a starting call can be repeated, and whether its module must be executed again each time."""

from collections.abc import Hashable
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.parts import marks_at
from prunecheck.subjects.own_game.recording.watching import WatchingGuide

# errors that a starting call raises if it needs something that the search should have stored
NEEDS_MORE: Final = (AttributeError, NameError, LookupError, TypeError)


def changes_defaults(seen: WatchingGuide) -> bool:
    """True if the search changes the default of a parameter, such as a memo dictionary, and does not restore it."""
    lasting: set[str] = set()
    for caller, call in seen.calls:
        if caller < 0:
            lasting |= call.takes.defaults.keys() - call.kwargs.keys() - set(call.takes.names[: len(call.args)])
    return any(part.partition(".")[0] in lasting for part in seen.left)


def check_repeatable(program: OwnProgram, before: WatchingGuide, seen: WatchingGuide) -> None:
    """Check that the starting call can be repeated, if necessary by executing the module again before each run.

    `before` and `seen` describe what was observed in the first two runs.
    Raises: PreconditionError if the starting call passes different arguments to the search when it is repeated.
    """
    varying = before.varying | seen.varying
    if _same(before.start, seen.start, varying) and _makes_one_call(program, seen, varying):
        return
    program.stateful = True
    if not _makes_one_call(program, seen, varying):
        raise PreconditionError(
            f"the starting call `{program.start}` makes a different call every time it is evaluated; write one that "
            "always starts from the same position"
        )


def _makes_one_call(program: OwnProgram, seen: WatchingGuide, varying: set[str]) -> bool:
    """True if two more runs begin with the same call to the search, judged by the variables in `varying`.

    In both runs, calls to the search are not executed, but return chosen values. A run may fail after its first call if
    the program needs data that a real search would have stored. If the program fails in such a run, but not directly
    after a complete search, it uses data of that search. In this case, the module is executed again before each run.
    """
    for _ in range(2):
        start: dict[str, Hashable] = {}

        def answered(call: HookedCall, start: dict[str, Hashable] = start) -> Any:
            if not start:
                start.update(marks_at(program, call.enclosing | call.arguments))
            return seen.leaf_answers.of(call.name)

        try:
            program.run(answered)
        except NEEDS_MORE:
            if not start:
                raise
            program.stateful = program.stateful or not _fails_after_a_search(program, seen)
        if not _same(start, seen.start, varying):
            return False
    return True


def _fails_after_a_search(program: OwnProgram, seen: WatchingGuide) -> bool:
    """True if the program fails when its calls to the search return chosen values, even after a complete run."""
    if not program.attempt(HookedCall.make, seconds=RUN_SECONDS):
        return False
    try:
        program.run(lambda call: seen.leaf_answers.of(call.name))
    except NEEDS_MORE:
        return True
    return False


def _same(first: dict[str, Hashable], second: dict[str, Hashable], parts: set[str]) -> bool:
    return all(first.get(part) == second.get(part) for part in parts)
